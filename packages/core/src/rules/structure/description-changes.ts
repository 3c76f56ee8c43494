/**
 * What another person changed on a table since its form was opened.
 * @rule structure.changed-meanwhile  @spec §4
 */

/** A table, as far as it is compared. */
export interface ComparedTable {
  schema: string
  name: string
  comment: string | null
  isRlsOn: boolean
  columns: readonly { position: number | null; name: string }[]
  primaryKey: readonly string[]
  foreignKeys: readonly object[]
}

/** One difference. */
export type MeanwhileChange =
  | { kind: 'gone' }
  | { kind: 'renamed' | 'moved'; to: string }
  | { kind: 'column-added' | 'column-gone' | 'column-changed'; column: string }
  | { kind: 'keys' | 'comment' | 'rls' }

/**
 * What is different now, in the order in which it is told.
 * @param now null: the table is gone
 */
export function changesMeanwhile(before: ComparedTable, now: ComparedTable | null): MeanwhileChange[] {
  if (now === null) return [{ kind: 'gone' }]
  const changes: MeanwhileChange[] = []
  if (before.name !== now.name) changes.push({ kind: 'renamed', to: now.name })
  if (before.schema !== now.schema) changes.push({ kind: 'moved', to: now.schema })
  for (const column of now.columns) {
    const old = before.columns.find(({ position }) => position === column.position)
    if (!old) changes.push({ kind: 'column-added', column: column.name })
    else if (!isSame(old, column)) changes.push({ kind: 'column-changed', column: old.name })
  }
  for (const { position, name } of before.columns)
    if (!now.columns.some((column) => column.position === position))
      changes.push({ kind: 'column-gone', column: name })
  const isKeySame = isSame(before.primaryKey, now.primaryKey) && isSame(before.foreignKeys, now.foreignKeys)
  // A renamed column is renamed in its keys too.
  if (!isKeySame && !changes.some(({ kind }) => kind === 'column-changed')) changes.push({ kind: 'keys' })
  if (before.comment !== now.comment) changes.push({ kind: 'comment' })
  if (before.isRlsOn !== now.isRlsOn) changes.push({ kind: 'rls' })
  return changes
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
