/**
 * Where the focus goes in the list of a form: into the first field of an item that is added; where one is removed, to the button
 * that removes the next one, else to the button that adds one.
 */
import { useEffect, useRef, type RefObject } from 'react'

export interface ItemFocus {
  /** The list with its button that adds; its items have `data-item`, the buttons `data-adds` and `data-removes`. */
  list: RefObject<HTMLElement | null>
  /** Called before an item is added at the end. */
  adding(): void
  /** Called before the item at this position is removed. */
  removing(index: number): void
}

/** @param keys of the items in their order */
export function useItemFocus(keys: readonly string[]): ItemFocus {
  const list = useRef<HTMLElement>(null)
  const change = useRef<'added' | number | null>(null)
  const shown = keys.join('\n')
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const { current } = change
    change.current = null
    if (current === null || !list.current) return
    const items = list.current.querySelectorAll('[data-item]')
    const target =
      current === 'added'
        ? items[items.length - 1]?.querySelector('input')
        : (items[Math.min(current, items.length - 1)]?.querySelector<HTMLElement>('[data-removes]') ??
          list.current.querySelector<HTMLElement>('[data-adds]'))
    target?.focus()
  }, [shown])
  return {
    list,
    adding: () => {
      change.current = 'added'
    },
    removing: (index) => {
      change.current = index
    },
  }
}
