/** Whether a key moved the focus. Escape and Enter close a menu or a dialog, which gives the focus back to its opener. */
const CLOSING = ['Escape', 'Enter', ' ']
let last = ''

const note = ({ key }: KeyboardEvent) => {
  last = key
}

/** Whether the keyboard moved the focus to an element. Keys are noted from the first call on. */
export function isMovedTo(element: Element): boolean {
  // To add the same listener again does nothing.
  addEventListener('keydown', note, true)
  return element.matches(':focus-visible') && !CLOSING.includes(last)
}
