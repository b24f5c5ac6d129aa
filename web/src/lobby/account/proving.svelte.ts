// Proof of who sits at the browser, for what being signed in is not enough for: the password that they type, or a passkey that answers now.

import type { Proof, Ways } from '../api-types'
import { answerNow, known } from '../passkeys'

export class Proving {
  password = $state('')

  constructor(private readonly ways: () => Ways) {}

  /** They can type a password. */
  get byPassword(): boolean {
    return this.ways().password
  }

  /** They can answer with a passkey, in this browser. */
  get byPasskey(): boolean {
    return this.ways().passkeys.length > 0 && known()
  }

  /** The proof, which the passkey may have to be asked for. A guest has none to give. */
  async given(): Promise<Proof> {
    if (this.password || !this.byPasskey) return { password: this.password }
    return { answer: (await answerNow()) as Record<string, never> }
  }
}
