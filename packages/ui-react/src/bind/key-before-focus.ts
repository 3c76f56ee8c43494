/** Tells whether the keyboard moved the focus to an element, or a closing menu or dialog gave it back. */

/** Keys that close a menu or a dialog. */
const CLOSING = ['Escape', 'Enter', ' ']
/** The key that was pressed last, in the whole page. */
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
