/** The message of a grid without rows, with its reason: a page behind the last one, the filters, or the role's permissions. */
import { mayHideRows } from '../../rules/results/hidden-rows.js'
import type { RunRole } from '../../sessions/account/impersonation.js'
import { tableText as text } from '../../text/table-editor.js'
import { tableEditText } from '../../text/table-editing.js'
import type { ShownPage } from './table-paging.js'

interface Step {
  label: string
  run(): void
}

export interface EmptyTable {
  status: 'empty'
  title: string
  body?: string
  step?: Step
}

/** What leads out of it. */
export interface EmptyTableSteps {
  toFirstPage(): void
  removeFilters: Step
  /** Null: no row can be inserted. */
  insert: (() => void) | null
}

/** @param as whom the rows were read as; null: the owner */
export function emptyTable(
  { table, page: { offset, filters } }: ShownPage,
  as: RunRole | null,
  { toFirstPage, removeFilters, insert }: EmptyTableSteps,
): EmptyTable {
  if (offset > 0)
    return { status: 'empty', title: text.noMoreRows, step: { label: text.toFirstPage, run: toFirstPage } }
  const isHidden = mayHideRows(table.rls, as === null)
  const reader = as?.label ?? null
  if (filters.length > 0) {
    const title = isHidden ? text.noneVisibleMatch(reader) : text.noMatch
    return { status: 'empty', title, step: removeFilters }
  }
  return {
    status: 'empty',
    title: isHidden ? text.noneVisible(reader) : text.none,
    body: isHidden ? (table.rls?.policies === 0 ? text.noPolicy : text.policiesDecide) : text.noneBody,
    ...(insert ? { step: { label: tableEditText.insert, run: insert } } : {}),
  }
}
