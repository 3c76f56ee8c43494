/** The columns of a table do not get narrower when wide rows leave the document, until the table gets another width. */
import { useEffect, useRef, type RefObject } from 'react'

/** For the row of the headings. @param isOn whether rows come and go */
export function useSteadyColumns(isOn: boolean): RefObject<HTMLTableRowElement | null> {
  const ref = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    const row = ref.current
    const room = row?.closest('table')?.parentElement
    if (!isOn || !row || !room) return undefined
    let width = room.clientWidth
    const sizes = new ResizeObserver(() => {
      const isResized = room.clientWidth !== width
      width = room.clientWidth
      // All are read before one is written: a width that is set changes the others.
      const widths = Array.from(row.cells, (cell) =>
        isResized ? '' : `${cell.getBoundingClientRect().width}px`,
      )
      for (const [index, cell] of [...row.cells].entries()) cell.style.minWidth = widths[index] ?? ''
    })
    sizes.observe(room)
    for (const cell of row.cells) sizes.observe(cell)
    return () => sizes.disconnect()
  })
  return ref
}
