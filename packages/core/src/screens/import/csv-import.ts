/** An import of a CSV file into a table: choose, look, say where it goes, import. SPEC §4 */
import { IMPORT_TYPES, type ImportType } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { databasesQuery } from '../../data/databases.js'
import { importedTableId } from '../../data/imports.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { InputFile } from '../../ports/index.js'
import { capabilityOf } from '../../rules/access/capability.js'
import type { CellFormat } from '../../rules/import/cell-format.js'
import { CSV_COMMENTS, CSV_DELIMITERS, CSV_QUOTES, MAX_DELIMITER } from '../../rules/import/csv-dialect.js'
import { CSV_ENCODINGS } from '../../rules/import/csv-encoding.js'
import type { CsvReading } from '../../rules/import/csv-lines.js'
import { ENABLED, projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { importText as text } from '../../text/import.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import { createImportRun, type ImportRun } from './import-run.js'
import { createImportSource, type ImportSource } from './import-source.js'
import { createImportTarget, type ImportTarget } from './import-target.js'

/** The first rows of a file as a table. */
export interface ImportPreview {
  names: readonly string[]
  /** Null: NULL. */
  rows: readonly { line: number; cells: readonly (string | null)[] }[]
  note: string
}

/** What an import does with empty cells and with rows that can't be saved. */
export interface ImportOptions {
  empty: 'quoted' | 'null' | 'text'
  onBadRows: 'refuse' | 'skip'
}

/** The panel of an import. */
export interface CsvImport extends Disposable {
  readonly title: string
  readonly schema: string
  /** The table was given: the panel doesn't ask for it. */
  readonly isIntoTable: boolean
  readonly canChoose: boolean
  readonly source: Pick<
    ImportSource,
    '$file' | '$problem' | '$reading' | '$headNotes' | 'read' | 'clear' | 'paste' | 'take'
  >
  readonly $preview: ReadableAtom<ImportPreview | null>
  readonly target: Omit<ImportTarget, 'dispose'>
  readonly $options: ReadableAtom<ImportOptions>
  /** Whom rows are imported as; null: the owner. */
  readonly $role: ReadableAtom<string | null>
  readonly run: Pick<ImportRun, '$state' | 'cancel' | 'saveRejected'>
  readonly $start: ReadableAtom<ControlState & { label: string }>
  readonly choices: {
    encodings: readonly { value: CsvReading['encoding']; label: string }[]
    delimiters: readonly { value: CsvReading['delimiter']; label: string }[]
    quotes: readonly { value: CsvReading['quote']; label: string }[]
    /** Characters of a delimiter that is typed. */
    longestDelimiter: number
    comments: readonly { value: string; label: string }[]
    escapes: readonly { value: '' | NonNullable<CsvReading['escapes']>; label: string }[]
    empty: readonly { value: ImportOptions['empty']; label: string }[]
    types: readonly { value: ImportType; label: string }[]
    formats: Readonly<Record<CellFormat, string>>
  }
  choose(): Promise<void>
  setOptions(changes: Partial<ImportOptions>): void
  start(): Promise<void>
  /** Whether closing the panel would cancel an import; the question is then open. */
  readonly $isLeaving: ReadableAtom<boolean>
  /** @returns whether the panel may close; while an import runs, the user is asked */
  leave(): boolean
  stay(): void
  /** After an import: the rows in the table editor; where the table can't be found, the list of tables. */
  openTable(): Promise<void>
  /** After an import: back to the choice of a file. */
  again(): void
}

const PREVIEW_ROWS = 20
const EXTENSIONS = ['.csv', '.tsv', '.tab', '.txt', 'text/csv', 'text/tab-separated-values', 'text/plain']

/**
 * The panel of an import.
 * @param table the table that rows go into; null: the user chooses one, or makes one
 */
export function createCsvImport(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'impersonation' | 'schemaChanges'>,
  { ref, schema, table }: { ref: string; schema: string; table: string | null },
): CsvImport {
  const { host, client, queries, router, impersonation, schemaChanges } = context
  const scope = createScope()
  const $databases = queries.store(databasesQuery(client, ref))
  scope.add($databases.subscribe(() => undefined))
  const source = createImportSource(() => {
    const databases = $databases.get()
    const known = databases.status === 'ready' ? capabilityOf(databases.data, 'largeImports') : undefined
    return known?.available === false ? known.reason : null
  })
  const target = createImportTarget(context, { ref, schema, table }, source)
  const run = createImportRun(context, ref, () => schemaChanges.happened(ref))
  scope.add(target.dispose)
  scope.add(run.dispose)
  const $options = atom<ImportOptions>({ empty: 'quoted', onBadRows: 'refuse' })
  const $isLeaving = atom(false)
  const $runRole = impersonation.of(ref)
  const $mayWrite = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNotWrite,
  )
  const $start = computed(
    [$mayWrite, target.$problem, source.$sample, source.$file],
    (mayWrite, problem, sample, file): ControlState & { label: string } => {
      const about = sample && file ? estimated(file.blob.size / sample.rowBytes, sample.rows.length) : null
      const label = about === null ? text.start : text.startRows(about)
      if (mayWrite.disabled) return { ...mayWrite, label }
      if (problem !== null) return { disabled: true, hint: problem, label }
      if (sample?.rows.length === 0 && sample.isWhole) return { disabled: true, hint: text.noRows, label }
      return { ...ENABLED, label }
    },
  )
  // A script starts an import without looking at what it depends on.
  scope.add($start.subscribe(() => undefined))
  scope.add(target.$plan.subscribe(() => undefined))
  const labelled = <Value extends string>(
    values: readonly Value[],
    labels: Readonly<Record<string, string>>,
  ) => values.map((value) => ({ value, label: labels[value] ?? value }))

  return {
    title: table === null ? text.title : text.titleInto(table),
    schema,
    isIntoTable: table !== null,
    canChoose: host.files.choose !== undefined,
    source,
    $preview: computed(source.$sample, (sample) =>
      sample
        ? {
            names: sample.names,
            rows: sample.rows.slice(0, PREVIEW_ROWS),
            note: text.previewOf(Math.min(PREVIEW_ROWS, sample.rows.length)),
          }
        : null,
    ),
    target,
    $options,
    $role: computed($runRole, (role) => role?.label ?? null),
    run,
    $start,
    choices: {
      encodings: labelled(CSV_ENCODINGS, text.encodings),
      delimiters: labelled(CSV_DELIMITERS, text.delimiters),
      quotes: labelled(CSV_QUOTES, text.quotes),
      longestDelimiter: MAX_DELIMITER,
      comments: labelled(CSV_COMMENTS, text.comments),
      escapes: labelled(['', 'quotes', 'text'] as const, text.escapesAs),
      empty: labelled(['quoted', 'null', 'text'] as const, text.emptyAs),
      types: labelled(IMPORT_TYPES, text.types),
      formats: text.formats,
    },
    async choose() {
      const file: InputFile | null | undefined = await host.files.choose?.(EXTENSIONS)
      if (file) await source.take(file)
    },
    setOptions: (changes) => $options.set({ ...$options.get(), ...changes }),
    async start() {
      const file = source.$file.get()
      const reading = source.$reading.get()
      const plan = target.$plan.get()
      const sample = source.$sample.get()
      if (!file || !reading || !plan || !sample || $start.get().disabled) return
      const { empty, onBadRows } = $options.get()
      const role = $runRole.get()?.role
      await run.start({
        file,
        reading: { ...reading, cells: target.readings(empty) },
        names: sample.names,
        mayBeRefused: target.mayBeRefused(),
        // What an empty cell is, is in the lines.
        plan: { ...plan, empty: 'quoted', ...(role ? { role } : {}) },
        onBadRows,
      })
    },
    $isLeaving,
    leave() {
      const isRunning = run.$state.get().status === 'running'
      $isLeaving.set(isRunning)
      return !isRunning
    },
    stay: () => $isLeaving.set(false),
    async openTable() {
      const id = await importedTableId(client, ref, schema, target.$table.get()).catch(() => null)
      router.open(id === null ? router.href('tableEditor', { ref }) : tableHref(router, ref, { id, schema }))
    },
    again() {
      run.reset()
      source.clear()
    },
    dispose: scope.dispose,
  }
}

/** A number of rows that is read at a glance; null: the sample holds all of them, or too few to say. */
function estimated(rows: number, sampled: number): string | null {
  if (sampled < 1000) return null
  const step = 10 ** (Math.floor(Math.log10(rows)) - 1)
  return String(Math.round(rows / step) * step)
}
