// The selected block of cells. Each cell computes itself whether it belongs to it.
import { isInRange, type CellRange } from '@basedeck/core/rules'
import { createContext, useContext, type ReactNode } from 'react'
import { Cell } from 'react-data-grid'
import type { CellRendererProps } from 'react-data-grid'

import styles from './data-grid.module.css'
import type { GridRow } from './grid-props.js'

const ChosenRange = createContext<CellRange | undefined>(undefined)

export function RangeProvider({ range, children }: { range: CellRange | undefined; children: ReactNode }) {
  return <ChosenRange value={range}>{children}</ChosenRange>
}

export function RangeCell(props: CellRendererProps<GridRow, unknown>) {
  const range = useContext(ChosenRange)
  const isIn = range !== undefined && isInRange(range, props.rowIdx, props.column.idx - 1)
  return <Cell {...props} {...(isIn ? { className: styles['inRange'] } : {})} />
}
