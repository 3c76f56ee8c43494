/** Where an import goes: a new table or one that is there, and which column of it each column of the file fills. */
import type { Client, ImportPlan, ImportType } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { importColumnsQuery, importTablesQuery } from '../../data/imports.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Queries, Remote } from '../../kernel/query-store.js'
import { inferredTypes } from '../../rules/csv-inference.js'
import {
  mappedColumns,
  mappingProblem,
  newColumnNames,
  newTableName,
  type ImportColumn,
} from '../../rules/import-mapping.js'
import { importText as text } from '../../text/import.js'
import type { ImportSource } from './import-source.js'

/** Whether the table is made by the import, or is there. */
export type TargetKind = 'new' | 'existing'

/** One column of the file, and where it goes. */
export interface ColumnChoice {
  /** Its number in the file. */
  at: number
  name: string
  /** A value of it. */
  example: string
  /** Null: it is left out. */
  column: string | null
  /** Of a new table's column. */
  type: ImportType
}

/** What the plan says of where rows go. */
export type TargetPlan = Pick<ImportPlan, 'schema' | 'table' | 'columns' | 'create'>

export interface ImportTarget extends Disposable {
  readonly $kind: ReadableAtom<TargetKind>
  readonly $table: ReadableAtom<string>
  readonly $tables: ReadableAtom<Remote<string[]>>
  readonly $hasId: ReadableAtom<boolean>
  readonly $columns: ReadableAtom<readonly ColumnChoice[]>
  /** The columns of the existing table that take values. */
  readonly $choices: ReadableAtom<readonly { name: string; type: string }[]>
  /** Null: a problem prevents it. */
  readonly $plan: ReadableAtom<TargetPlan | null>
  readonly $problem: ReadableAtom<string | null>
  chooseKind(kind: TargetKind): void
  nameTable(name: string): void
  chooseTable(name: string): void
  setId(hasId: boolean): void
  /** @param column of an existing table, or a name in the new one; null: left out */
  chooseColumn(at: number, column: string | null): void
  setType(at: number, type: ImportType): void
}

interface Change {
  column?: string | null
  type?: ImportType
}

const ID = 'id'
const MAX_NAME_BYTES = 63
const NO_TABLE: Remote<ImportColumn[]> = { status: 'loading' }

export function createImportTarget(
  { client, queries }: { client: Client; queries: Queries },
  { ref, schema, table }: { ref: string; schema: string; table: string | null },
  source: ImportSource,
): ImportTarget {
  const scope = createScope()
  const $kind = atom<TargetKind>(table === null ? 'new' : 'existing')
  const $existing = atom(table ?? '')
  const $named = atom<string | null>(null)
  const $hasId = atom(true)
  const $changes = atom<Readonly<Record<number, Change>>>({})
  // Choices are of one file and one table.
  const forget = () => $changes.set({})
  scope.add(source.$file.listen(forget))

  const $newName = computed([$named, source.$file], (named, file) => named ?? newTableName(file?.name ?? ''))
  const $remote = queries.follow(
    computed([$kind, $existing], (kind, name) =>
      kind === 'existing' && name !== '' ? importColumnsQuery(client, ref, schema, name) : null,
    ),
  )
  const $known = computed($remote, (remote) => remote ?? NO_TABLE)
  const $inferred = computed(source.$sample, (sample) =>
    sample
      ? inferredTypes(
          sample.rows.map(({ cells }) => cells),
          sample.names.length,
        )
      : [],
  )
  const $columns = computed(
    [source.$sample, $inferred, $kind, $known, $hasId, $changes],
    (sample, types, kind, known, hasId, changes): ColumnChoice[] => {
      if (!sample) return []
      const fitting =
        kind === 'existing'
          ? mappedColumns(sample.names, known.status === 'ready' ? known.data : [])
          : newColumnNames(sample.names, hasId && !sample.names.includes(ID) ? [ID] : [])
      return sample.names.map((name, at) => {
        const { column = fitting[at] ?? null, type = types[at] ?? 'text' } = changes[at] ?? {}
        const example = sample.rows.find(({ cells }) => (cells[at] ?? '') !== '')?.cells[at] ?? ''
        return { at, name, example, column, type }
      })
    },
  )
  /** A file that brings its own ids gets no other ones. */
  const $makesId = computed(
    [$hasId, $columns],
    (hasId, columns) => hasId && !columns.some(({ column }) => column === ID),
  )
  const $problem = computed(
    [source.$file, source.$problem, $kind, $existing, $newName, $known, $columns],
    (file, fileProblem, kind, existing, newName, known, columns): string | null => {
      if (!file) return fileProblem ?? text.problems.noFile
      if (kind === 'new') return newTableProblem(newName, columns)
      if (existing === '') return text.problems.noTable
      if (known.status === 'failed') return known.error.message
      if (known.status === 'loading') return text.problems.loading
      const problem = mappingProblem(
        columns.map(({ column }) => column),
        known.data,
      )
      if (!problem) return null
      if (problem.reason === 'required') return text.problems.required(problem.columns)
      return problem.reason === 'twice' ? text.problems.twice(problem.column) : text.problems.nothing
    },
  )
  const change = (at: number, more: Change) =>
    $changes.set({ ...$changes.get(), [at]: { ...$changes.get()[at], ...more } })

  return {
    $kind,
    $table: computed([$kind, $existing, $newName], (kind, existing, name) =>
      kind === 'existing' ? existing : name,
    ),
    $tables: queries.store(importTablesQuery(client, ref, schema)),
    $hasId,
    $columns,
    $choices: computed($known, (known) =>
      known.status === 'ready'
        ? known.data.filter(({ isGenerated }) => !isGenerated).map(({ name, type }) => ({ name, type }))
        : [],
    ),
    $problem,
    $plan: computed(
      [$problem, $kind, $existing, $newName, $columns, $makesId],
      (problem, kind, existing, newName, columns, makesId): TargetPlan | null => {
        if (problem !== null) return null
        const chosen = columns.map(({ column }) => column)
        if (kind === 'existing') return { schema, table: existing, columns: chosen }
        const types = Object.fromEntries(
          columns.flatMap(({ column, type }) => (column === null ? [] : [[column, type]])),
        )
        return {
          schema,
          table: newName,
          columns: chosen,
          create: { types, ...(makesId ? { idColumn: ID } : {}) },
        }
      },
    ),
    chooseKind(kind) {
      forget()
      $kind.set(kind)
    },
    nameTable: (name) => $named.set(name),
    chooseTable(name) {
      forget()
      $existing.set(name)
    },
    setId: (hasId) => $hasId.set(hasId),
    chooseColumn: (at, column) => change(at, { column }),
    setType: (at, type) => change(at, { type }),
    dispose: scope.dispose,
  }
}

function newTableProblem(name: string, columns: readonly ColumnChoice[]): string | null {
  const names = columns.flatMap(({ column }) => (column === null ? [] : [column]))
  if (name === '') return text.problems.noName
  if (names.length === 0) return text.problems.nothing
  if (names.includes('')) return text.problems.emptyName
  if ([name, ...names].some(isTooLong)) return text.problems.longName
  const twice = names.find((one, at) => names.indexOf(one) !== at)
  return twice === undefined ? null : text.problems.columnTwice(twice)
}

function isTooLong(name: string): boolean {
  return new TextEncoder().encode(name).length > MAX_NAME_BYTES
}
