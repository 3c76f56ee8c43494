/**
 * When the row with the focus goes, the row that takes its position gets the focus, which would otherwise be lost. A dialog that
 * the row opened, such as the question before it is deleted, may have the focus then: it is passed on when the dialog closes.
 */
import { useEffect, useEffectEvent, useRef, type FocusEvent } from 'react'
import { isFocusFree } from './is-focus-free.js'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/**
 * @param rows in their order
 * @param focused the key of the row that had the focus last
 * @returns spread it over the list
 */
export function useFocusHeir(
  rows: readonly { key: string }[],
  focused: string | null,
  focus: (key: string) => void,
) {
  const before = useRef(rows)
  const isInside = useRef(false)
  const stopWaiting = useRef(() => {})
  const inherit = useEffectEvent((index: number) => {
    const heir = rows[Math.min(index, rows.length - 1)]
    if (heir) focus(heir.key)
  })
  useEffect(() => {
    const index = before.current.findIndex(({ key }) => key === focused)
    before.current = rows
    // React reports no blur of an element that it removes itself.
    if (index === -1 || !isInside.current || rows.some(({ key }) => key === focused)) return
    if (isFocusFree()) inherit(index)
    else if (isInDialog(document.activeElement)) {
      stopWaiting.current()
      stopWaiting.current = whenDialogCloses(() => inherit(index))
    }
  }, [rows, focused])
  useEffect(() => () => stopWaiting.current(), [])
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      isInside.current = isInDialog(relatedTarget)
    },
  }
}

function isInDialog(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest(DIALOG) !== null
}

/** @returns ends the waiting */
function whenDialogCloses(run: () => void): () => void {
  // A dialog that closes gives the focus to what had it before, some element of the page where that is gone.
  const look = () => {
    if (isInDialog(document.activeElement)) return
    stop()
    run()
  }
  const stop = () => removeEventListener('focusin', look)
  addEventListener('focusin', look)
  return stop
}
