/** Where an import goes: a new table or one that is there, and which column of it each column of the file fills. */
import type { Client, ImportPlan, ImportType } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { importColumnsQuery, importTablesQuery } from '../../data/imports.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Queries, Remote } from '../../kernel/query-store.js'
import { formatsOf, inFormat, type CellFormat } from '../../rules/import/cell-format.js'
import { betterType, inferredType, surelyFits, type BetterType } from '../../rules/import/csv-inference.js'
import type { CellReading } from '../../rules/import/csv-lines.js'
import { keyCandidates, proposedKey } from '../../rules/import/import-key.js'
import { lossIn, shortTypeName } from '../../rules/import/import-losses.js'
import {
  isEmptyKept,
  mappedColumns,
  mappingProblem,
  newColumnNames,
  newTableName,
  type ImportColumn,
} from '../../rules/import/import-mapping.js'
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
  /** How its values are written; null: as PostgreSQL reads them. */
  format: CellFormat | null
  /** The formats that its values may have; none where all of them are as usual. */
  formats: readonly CellFormat[]
  /** A type that more can be said of than of a text. */
  better: (BetterType & { note: string; label: string }) | null
  /** What its type drops of the values. */
  loss: string | null
}

/** What the primary key of a new table is: an identity, nothing, or the column of the file with this number. */
export type KeyChoice = 'identity' | 'none' | number

/** What the plan says of where rows go. */
export type TargetPlan = Pick<ImportPlan, 'schema' | 'table' | 'columns' | 'create'>

export interface ImportTarget extends Disposable {
  readonly $kind: ReadableAtom<TargetKind>
  readonly $table: ReadableAtom<string>
  readonly $tables: ReadableAtom<Remote<string[]>>
  /** Of a new table. */
  readonly $key: ReadableAtom<KeyChoice>
  readonly $keys: ReadableAtom<readonly { value: KeyChoice; label: string }[]>
  /** Whether a new table gets row-level security; on at first, as for a table that is made by hand. */
  readonly $rowSecurity: ReadableAtom<boolean>
  readonly $columns: ReadableAtom<readonly ColumnChoice[]>
  /** The columns of the existing table that take values. */
  readonly $choices: ReadableAtom<readonly { name: string; type: string }[]>
  /** Null: a problem prevents it. */
  readonly $plan: ReadableAtom<TargetPlan | null>
  readonly $problem: ReadableAtom<string | null>
  chooseKind(kind: TargetKind): void
  nameTable(name: string): void
  chooseTable(name: string): void
  chooseKey(key: KeyChoice): void
  chooseRowSecurity(isOn: boolean): void
  /** @param column of an existing table, or a name in the new one; null: left out */
  chooseColumn(at: number, column: string | null): void
  setType(at: number, type: ImportType): void
  /** @param format null: as PostgreSQL reads them */
  setFormat(at: number, format: CellFormat | null): void
  /** Takes the type and the format that fit more. */
  takeBetter(at: number): void
  /** Whether a value of the sample may be refused: then the rows are not tried at once. */
  mayBeRefused(): boolean
  /** How the cells of each column are read. @param empty what an empty cell is */
  readings(empty: 'null' | 'text' | 'quoted'): CellReading[]
}

interface Change {
  column?: string | null
  type?: ImportType
  format?: CellFormat | null
}

const ID = 'id'
const MAX_NAME_BYTES = 63
/** Columns that are listed as a possible key. */
const MOST_KEYS = 50
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
  const $chosenKey = atom<KeyChoice | null>(null)
  const $rowSecurity = atom(true)
  const $changes = atom<Readonly<Record<number, Change>>>({})
  // Choices are of one file and one table.
  const forget = () => {
    $changes.set({})
    $chosenKey.set(null)
  }
  scope.add(source.$file.listen(forget))

  const $newName = computed([$named, source.$file], (named, file) => named ?? newTableName(file?.name ?? ''))
  const $remote = queries.follow(
    computed([$kind, $existing], (kind, name) =>
      kind === 'existing' && name !== '' ? importColumnsQuery(client, ref, schema, name) : null,
    ),
  )
  const $known = computed($remote, (remote) => remote ?? NO_TABLE)
  /** The texts of each column, without its NULLs. */
  const $values = computed(source.$sample, (sample) =>
    (sample?.names ?? []).map((_, at) => (sample?.rows ?? []).flatMap(({ cells }) => cells[at] ?? [])),
  )
  const $inferred = computed($values, (columns) =>
    columns.map((values) => ({ type: inferredType(values), better: betterType(values) })),
  )
  const $columns = computed(
    [source.$sample, $values, $inferred, $kind, $known, $changes],
    (sample, values, inferred, kind, known, changes): ColumnChoice[] => {
      if (!sample) return []
      const targets = known.status === 'ready' ? known.data : []
      const fitting =
        kind === 'existing' ? mappedColumns(sample.names, targets) : newColumnNames(sample.names, [])
      return sample.names.map((name, at) => {
        const found = inferred[at]
        const change = changes[at] ?? {}
        const column = change.column === undefined ? (fitting[at] ?? null) : change.column
        const type = change.type ?? found?.type ?? 'text'
        const target = kind === 'existing' ? targets.find((one) => one.name === column)?.type : type
        const short = target === undefined ? '' : shortTypeName(target)
        const formats = formatsOf(short)
        const wanted = change.format ?? null
        const format = wanted !== null && formats.includes(wanted) ? wanted : null
        const texts = values[at] ?? []
        // Usual values need none.
        const isUsual = format === null && texts.every((value) => value === '' || surelyFits(short, value))
        const loss = target === undefined ? undefined : lossIn(texts, target, format ?? undefined)
        const example = texts.find((value) => value !== '') ?? ''
        const better = kind === 'new' && type === 'text' ? (found?.better ?? null) : null
        return {
          at,
          name,
          example,
          column,
          type,
          format,
          formats: isUsual ? [] : formats,
          better: better && { ...better, note: text.fits(better), label: text.useType(better.type) },
          loss: loss === undefined || column === null ? null : text.losses(loss),
        }
      })
    },
  )
  const $candidates = computed([source.$sample, $columns], (sample, columns) => {
    const rows = (sample?.rows ?? []).map(({ cells }) => cells.map((cell) => cell ?? ''))
    const candidates = keyCandidates(
      rows,
      columns.map(({ type }) => type),
    )
    return candidates.filter((at) => columns[at]?.column !== null)
  })
  /** A file that brings its own ids gets no other ones. */
  const $key = computed([$chosenKey, $candidates, $columns], (chosen, candidates, columns): KeyChoice => {
    const hasId = columns.some(({ column }) => column === ID)
    const proposed = () =>
      proposedKey(candidates, {
        names: columns.map(({ name }) => name),
        types: columns.map(({ type }) => type),
      })
    if (chosen === null) return proposed() ?? (hasId ? 'none' : 'identity')
    if (typeof chosen === 'number') return candidates.includes(chosen) ? chosen : hasId ? 'none' : 'identity'
    return chosen === 'identity' && hasId ? 'none' : chosen
  })
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
    $key,
    $keys: computed([$candidates, $columns], (candidates, columns) => [
      ...(columns.some(({ column }) => column === ID)
        ? []
        : [{ value: 'identity' as const, label: text.keys.identity }]),
      ...candidates
        .slice(0, MOST_KEYS)
        .map((at) => ({ value: at, label: text.keyIs(columns[at]?.column ?? '') })),
      { value: 'none' as const, label: text.keys.none },
    ]),
    $rowSecurity,
    $columns,
    $choices: computed($known, (known) =>
      known.status === 'ready'
        ? known.data.filter(({ isGenerated }) => !isGenerated).map(({ name, type }) => ({ name, type }))
        : [],
    ),
    $problem,
    $plan: computed(
      [$problem, $kind, $existing, $newName, $columns, $key, $rowSecurity],
      (problem, kind, existing, newName, columns, key, rowSecurity): TargetPlan | null => {
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
          create: { types, rowSecurity, ...keyPlan(key, columns) },
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
    chooseKey: (key) => $chosenKey.set(key),
    chooseRowSecurity: (isOn) => $rowSecurity.set(isOn),
    chooseColumn: (at, column) => change(at, { column }),
    setType: (at, type) => change(at, { type, format: null }),
    setFormat: (at, format) => change(at, { format }),
    takeBetter(at) {
      const better = $columns.get()[at]?.better
      if (better) change(at, { type: better.type, format: better.format ?? null })
    },
    mayBeRefused() {
      const known = $known.get()
      const targets = known.status === 'ready' ? known.data : []
      const isNew = $kind.get() === 'new'
      return $columns.get().some(({ at, column, type, format }) => {
        const target = isNew ? type : targets.find(({ name }) => name === column)?.type
        if (column === null || target === undefined) return false
        const read = (value: string) => (format === null ? value : (inFormat(value, format) ?? value))
        const refuses = (value: string) =>
          value !== '' && surelyFits(shortTypeName(target), read(value)) === false
        return $values.get()[at]?.some(refuses)
      })
    },
    readings(empty) {
      const known = $known.get()
      const targets = known.status === 'ready' ? known.data : []
      const isNew = $kind.get() === 'new'
      return $columns.get().map(({ column, type, format }): CellReading => {
        const target = targets.find(({ name }) => name === column)
        const isKept = isNew ? isEmptyKept(type) : target?.takesEmpty === true
        return {
          empty: isKept ? empty : 'null',
          ...(format === null ? {} : { format }),
          ...(column === null ? { isLeftOut: true } : {}),
        }
      })
    },
    dispose: scope.dispose,
  }
}

function keyPlan(
  key: KeyChoice,
  columns: readonly ColumnChoice[],
): { idColumn?: string; primaryKey?: string } {
  if (key === 'identity') return { idColumn: ID }
  const column = key === 'none' ? undefined : columns[key]?.column
  return column ? { primaryKey: column } : {}
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
