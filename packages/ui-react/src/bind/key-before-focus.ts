/** Tells whether the keyboard moved the focus to an element, or a closing menu or dialog gave it back. */

/** Keys that close a menu or a dialog. */
const CLOSING = ['Escape', 'Enter', ' ']
/** The key that was pressed last, in the whole page. */
let last = ''

const note = ({ key }: KeyboardEvent) => {
  last = key
}

/** Begins to note the keys. To call it again does nothing. */
export function noteKeys(): void {
  addEventListener('keydown', note, true)
}

/** Whether the keyboard moved the focus to an element. Keys are noted from the first call on. */
export function isMovedTo(element: Element): boolean {
  noteKeys()
  return element.matches(':focus-visible') && !CLOSING.includes(last)
}

/** Whether a key that goes from place to place was pressed last, since `noteKeys`. */
export function isReachedByKey(): boolean {
  return last === 'Tab' || last === 'F6'
}
