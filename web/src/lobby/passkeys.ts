// Passkeys: the server's options go to the browser, the browser's answer to the server.

import type { Me, Proof } from './api-types'
import { server } from './calls'

/** Whether this browser can make and use passkeys. */
export const known = () => 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

const WHY: Readonly<Record<string, string>> = {
  NotAllowedError: 'Nothing was done: the passkey was not confirmed, or it took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'This address cannot have passkeys: the operator must give the site a name, with https.'
}

/** What the browser does with a passkey; its faults in a sentence. */
async function asked<T>(what: () => Promise<T | null>): Promise<T> {
  try {
    const found = await what()
    if (found) return found
  } catch (e) {
    const why = e instanceof DOMException ? WHY[e.name] : undefined
    throw why ? new Error(why) : e
  }
  throw new Error(WHY.NotAllowedError)
}

const answered = (made: Credential) => (made as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>

/** Makes a passkey for whoever is signed in. `proof`: that it is them; a guest needs none. */
export async function makePasskey(label: string, proof: Proof = {}): Promise<void> {
  const options = (await server.beginPasskey(proof)) as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await asked(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }))
  await server.addPasskey(answered(made), label)
}

/** What a passkey answers now to what the server has sent. */
async function fresh(sent: unknown): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(sent as PublicKeyCredentialRequestOptionsJSON)
  return answered(await asked(() => navigator.credentials.get({ publicKey })))
}

/** Signs in with a passkey of this site. */
export const signInByPasskey = async (): Promise<Me> => server.signInByPasskey(await fresh(await server.askPasskey()))

/** What one of the passkeys of whoever is signed in answers now, as proof that it is them. */
export const answerNow = async () => fresh(await server.askProof())
