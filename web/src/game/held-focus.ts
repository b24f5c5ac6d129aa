// Where the keys go after a button was pressed with them. While the server answers it is disabled, and then it may be gone: either
// way the browser drops the focus, and a player without a mouse would begin again at the top of the page.

/** Buttons that end something: the same button then ends what comes next, so nobody is put on it again. */
const ENDS = /^(end-|choice-(done|halt)|combat-commit|overrun-commit|give-up|pay-)/

export class HeldFocus {
  private pressed: HTMLElement | null = null

  /** A button was pressed with Enter or Space; null: something else was done, by pointer or by a key of the game. */
  press(button: HTMLElement | null): void {
    this.pressed = button
  }

  /** Puts the keys back, if they are nowhere: on the button, if it is there still and ends nothing, otherwise where `other` says. */
  restore(other: () => HTMLElement | null | undefined): void {
    const { pressed } = this
    const now = document.activeElement
    if (!pressed || (now && now !== document.body) || document.querySelector('dialog[open]')) return
    this.pressed = null
    const again = pressed.isConnected && !pressed.matches(':disabled') && !ENDS.test(pressed.dataset.testid ?? '')
    ;(again ? pressed : other())?.focus({ preventScroll: true })
  }
}
