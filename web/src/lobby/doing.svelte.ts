// Something that a page asks the server to do: whether it still does, what went wrong, what is done.

import { sentence } from './calls'

export class Doing {
  busy = $state(false)
  problem = $state('')
  done = $state('')

  /** Does it, one thing at a time; says whether it went well. `done`: the sentence for then. */
  async run(what: () => Promise<unknown>, done = ''): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.problem = this.done = ''
    try {
      await what()
      this.done = done
      return true
    } catch (e) {
      this.problem = sentence(e)
      return false
    } finally {
      this.busy = false
    }
  }
}
