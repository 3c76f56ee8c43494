/**
 * The rows of a list, of which a long one has only those in view in the document. Empty rows take the room of the others, so
 * that the scrollbar is right. The browser's own search sees the rows in view; a long list has a search field.
 */
import { defaultRangeExtractor } from '@tanstack/virtual-core'
import { Fragment, useCallback, useState, type ReactNode } from 'react'
import { useVirtualizer } from '../bind/use-virtualizer.js'

/** A list of at most so many rows is drawn whole. */
export const WHOLE = 100

/** Rows that are drawn above and below those in view. */
const OVERSCAN = 12

export interface VirtualListProps<Item> {
  items: readonly Item[]
  keyOf(item: NoInfer<Item>): string | number
  /** The usual height of a row. Each drawn row is measured. */
  rowHeight: number
  /** Rows that stay in the document when they are out of view, such as the one with the focus. */
  kept: readonly (string | number | undefined)[]
  /** An empty row of a height, for what is not drawn. */
  renderGap(attributes: GapAttributes): ReactNode
  renderRow(item: Item, attributes: RowAttributes): ReactNode
}

export interface GapAttributes {
  ref?: (element: Element | null) => void
  style: { height: number }
}

/** What the element of a row must have; nothing in a short list. */
export interface RowAttributes {
  ref?: (element: Element | null) => void
  /** Its index in the list. */
  'data-index'?: number
}

export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, rowHeight, kept, renderGap, renderRow } = props
  const isLong = items.length > WHOLE
  const [origin, setOrigin] = useState<ScrollOrigin | null>(null)
  const margin = origin?.margin ?? 0
  // With the same function, the heights that are known are not added up again.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  const virtualizer = useVirtualizer({
    enabled: isLong,
    count: items.length,
    overscan: OVERSCAN,
    scrollMargin: margin,
    // Until the scrolling element is known, as many rows as a screen holds are drawn.
    initialRect: { width: 0, height: globalThis.innerHeight },
    getScrollElement: () => origin?.scroller ?? null,
    estimateSize: () => rowHeight,
    getItemKey,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range)
      const others = items.flatMap((item, index) => (kept.includes(keyOf(item)) ? [index] : []))
      return [...new Set([...inView, ...others])].toSorted((one, other) => one - other)
    },
  })
  const drawn = isLong ? virtualizer.getVirtualItems() : []
  const bottom = margin + virtualizer.getTotalSize()
  const gapAbove = (at: number) => {
    const height = (drawn[at]?.start ?? bottom) - (drawn[at - 1]?.end ?? margin)
    return isLong && height > 0 && renderGap({ style: { height } })
  }
  const indexes = isLong ? drawn.map(({ index }) => index) : [...items.keys()]
  // A list that grows long keeps the elements of its rows, and with them the focus.
  return (
    <>
      {isLong &&
        renderGap({ ref: (start) => setOrigin((before) => originOf(start, before)), style: { height: 0 } })}
      {indexes.map((index, at) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <Fragment key={keyOf(item)}>
            {gapAbove(at)}
            {renderRow(item, isLong ? { ref: virtualizer.measureElement, 'data-index': index } : {})}
          </Fragment>
        )
      })}
      {gapAbove(drawn.length)}
    </>
  )
}

/** The element that scrolls the list, and the pixels from the start of its content to the list. */
interface ScrollOrigin {
  scroller: Element
  margin: number
}

function originOf(start: Element | null, before: ScrollOrigin | null): ScrollOrigin | null {
  if (!start) return before
  const scroller = before && scrolls(before.scroller) ? before.scroller : scrollerOf(start)
  const margin = Math.round(
    start.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
  )
  return before?.scroller === scroller && before.margin === margin ? before : { scroller, margin }
}

function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (scrolls(parent)) return parent
  return document.documentElement
}

function scrolls(element: Element): boolean {
  if (!element.isConnected || element.scrollHeight <= element.clientHeight) return false
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
}
