// The selected block of cells. Each cell computes itself whether it belongs to it.
import { isInRange, type CellRange } from '@basedeck/core/rules'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { Cell } from 'react-data-grid'
import type { CellRendererProps } from 'react-data-grid'

import { classNames } from '../../elements/class-names.js'
import styles from './data-grid.module.css'
import type { GridMarks } from './grid-editing.js'
import type { GridRow } from './grid-props.js'

interface Drawn {
  range: CellRange | undefined
  marks: GridMarks | undefined
  /** What a screen reader hears of a changed cell. */
  changed: string | undefined
}

const DrawnContext = createContext<Drawn>({ range: undefined, marks: undefined, changed: undefined })

export function RangeProvider({ range, marks, changed, children }: Drawn & { children: ReactNode }) {
  const drawn = useMemo(() => ({ range, marks, changed }), [range, marks, changed])
  return <DrawnContext value={drawn}>{children}</DrawnContext>
}

export function RangeCell(props: CellRendererProps<GridRow, unknown>) {
  const { range, marks, changed } = useContext(DrawnContext)
  const index = props.column.idx - 1
  const isIn = range !== undefined && isInRange(range, props.rowIdx, index)
  const state = marks?.rowState(props.rowIdx)
  const mark = marks?.mark(props.rowIdx, index)
  const className = classNames(
    isIn && styles['inRange'],
    state === 'new' && styles['newRow'],
    state === 'deleted' && styles['deletedRow'],
    mark?.isChanged && state === null && styles['changed'],
    mark?.problem !== undefined && styles['refused'],
  )
  return (
    <Cell
      {...props}
      {...(marks ? { 'aria-readonly': undefined } : {})}
      {...(className === '' ? {} : { className })}
      {...(mark?.isChanged && state === null ? { 'aria-description': changed } : {})}
      {...(mark?.problem === undefined ? {} : { 'aria-invalid': true, title: mark.problem })}
    />
  )
}
