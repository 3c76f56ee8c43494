/** When the row with the focus goes, the row that takes its position gets the focus, which would otherwise be lost. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { isFocusFree } from './is-focus-free.js'

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
  const inherit = useEffectEvent((index: number) => {
    const heir = rows[Math.min(index, rows.length - 1)]
    if (heir) focus(heir.key)
  })
  useEffect(() => {
    const index = before.current.findIndex(({ key }) => key === focused)
    before.current = rows
    // React reports no blur of an element that it removes itself.
    if (index === -1 || !isInside.current || !isFocusFree()) return
    if (!rows.some(({ key }) => key === focused)) inherit(index)
  }, [rows, focused])
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
