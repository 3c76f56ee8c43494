/** Rows of shown values as a table. The name of a row is a link, or opens the row in a panel. */
import type { ListColumn, ListRow, ListSorting, OpenRow, RowAction } from '@basedeck/core'
import { catalogueText, structureText } from '@basedeck/core/text'
import { PanelRightOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { TextButton, TextLink } from '../../elements/text-link.js'
import { CellValue } from './cell-value.js'

export interface CellTableProps {
  label: string
  columns: readonly ListColumn[]
  rows: readonly ListRow[]
  sorting: ListSorting
  row: OpenRow
  /** What can be done with a row. */
  actionsOf?: ((rowId: string) => readonly RowAction[]) | null
}

/** Kinds whose values are short. */
const NARROW: ReadonlySet<string> = new Set(['number', 'time', 'on', 'off'])

export function CellTable({ label, columns, rows, sorting, row, actionsOf = null }: CellTableProps) {
  const heading = useSortHeadings(sorting)
  const shown = columns.map((column, index): DataListColumn<ListRow> => ({
    ...heading(column.key, column.label),
    align: column.align,
    isNarrow: !column.isName && rows.every(({ cells }) => isNarrow(cells[index]?.kind)),
    isRowHeader: column.isName,
    cell: (item) => cellOf(item, index, column.isName, row),
  }))
  return (
    <DataList
      label={label}
      state={{ status: 'ready', data: rows }}
      keyOf={({ id }) => id}
      empty={{ title: label }}
      columns={[
        ...shown,
        ...(rows.some(({ href, hasNoDetails }) => href !== undefined && !hasNoDetails)
          ? [detailsColumn(columns, row)]
          : []),
        ...(actionsOf ? [actionsColumn(columns, actionsOf)] : []),
      ]}
    />
  )
}

function isNarrow(kind: string | undefined): boolean {
  return kind === undefined || kind === 'none' || NARROW.has(kind)
}

function cellOf({ id, cells, href }: ListRow, index: number, isName: boolean, row: OpenRow): ReactNode {
  const cell = cells[index]
  if (!cell) return null
  const value = <CellValue cell={cell} />
  if (!isName) return value
  if (href !== undefined) return <TextLink href={href}>{value}</TextLink>
  return (
    <TextButton aria-haspopup="dialog" onClick={() => row.open(id)}>
      {value}
    </TextButton>
  )
}

/** Where the name is a link. */
function detailsColumn(columns: readonly ListColumn[], row: OpenRow): DataListColumn<ListRow> {
  const name = columns.findIndex(({ isName }) => isName)
  return {
    key: 'details',
    label: catalogueText.detailsColumn,
    isHiddenLabel: true,
    isNarrow: true,
    align: 'end',
    cell: ({ id, cells }) => (
      <IconButton
        label={catalogueText.details(cells[name]?.text ?? '')}
        icon={<Icon of={PanelRightOpen} size={14} />}
        aria-haspopup="dialog"
        onClick={() => row.open(id)}
      />
    ),
  }
}

function actionsColumn(
  columns: readonly ListColumn[],
  actionsOf: (rowId: string) => readonly RowAction[],
): DataListColumn<ListRow> {
  const name = columns.findIndex(({ isName }) => isName)
  return {
    key: 'actions',
    label: structureText.menuColumn,
    isHiddenLabel: true,
    isNarrow: true,
    align: 'end',
    cell: ({ id, cells }) => (
      <RowMenuButton label={structureText.actionsOf(cells[name]?.text ?? '')} actions={() => actionsOf(id)} />
    ),
  }
}
