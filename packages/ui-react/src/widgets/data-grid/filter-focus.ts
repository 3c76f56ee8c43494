import { useEffect, useRef, type RefObject } from 'react'
import type { DataGridHandle } from 'react-data-grid'

/** When the fields of the filters appear, that of the first column in view takes the keyboard. */
export function useFilterFocus(grid: RefObject<DataGridHandle | null>, hasFilters: boolean): void {
  const had = useRef(hasFilters)
  useEffect(() => {
    const appeared = hasFilters && !had.current
    had.current = hasFilters
    if (appeared) grid.current?.element?.querySelector<HTMLElement>('[role=columnheader] input')?.focus()
  }, [grid, hasFilters])
}
