/** Rows of shown values as a table; the name of a row may lead on. */
import type { ListColumn, ListRow } from '@basedeck/core'
import type { ReactNode } from 'react'
import { DataList } from '../../elements/data-list.js'
import { TextLink } from '../../elements/text-link.js'
import { CellValue } from './cell-value.js'

export interface CellTableProps {
  label: string
  columns: readonly ListColumn[]
  rows: readonly ListRow[]
}

export function CellTable({ label, columns, rows }: CellTableProps) {
  return (
    <DataList
      label={label}
      state={{ status: 'ready', data: rows }}
      keyOf={({ id }) => id}
      empty={{ title: label }}
      columns={columns.map((column, index) => ({
        key: column.key,
        label: column.label,
        align: column.align,
        isRowHeader: column.isName,
        cell: (row: ListRow) => shown(row, index, column.isName),
      }))}
    />
  )
}

function shown({ cells, href }: ListRow, index: number, isName: boolean): ReactNode {
  const cell = cells[index]
  if (!cell) return null
  const value = <CellValue cell={cell} />
  return isName && href !== undefined ? <TextLink href={href}>{value}</TextLink> : value
}
