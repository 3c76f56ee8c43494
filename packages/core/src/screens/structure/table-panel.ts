/**
 * The panel of a new table, of a table that is changed, or of one of its columns. The last two share a form that holds
 * one column or all.
 */
import { PlatformError, toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import {
  foreignKeyTargetsQuery,
  isRelationTaken,
  ownSchemasQuery,
  ownTypesQuery,
  tableDescriptionQuery,
  type ForeignKeyTarget,
} from '../../data/structure.js'
import { createForm, type Form, type FormValues } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { suggestedDefaults, suggestedTypes } from '../../rules/column-types.js'
import { changesMeanwhile, type MeanwhileChange } from '../../rules/description-changes.js'
import { tableProblems } from '../../rules/table-problems.js'
import type { DdlOrigin, DdlStatement } from '../../sql/column-ddl.js'
import { createTableStatements, isSameTable, tableChanges } from '../../sql/table-ddl.js'
import type { DescribedColumn, ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { createChangePanel, originOf, refused, runStatements, type ChangePanel } from './change-panel.js'
import {
  descriptionOf,
  generatedOf,
  keyOf,
  newColumnValues,
  newTableValues,
  shownName,
  targetLabel,
  valuesOf,
  type ColumnValues,
  type TableValues,
} from './table-values.js'

/** A column of the form as its row shows it. */
export interface ColumnRow {
  index: number
  key: string
  /** How labels call it. */
  label: string
  isOpen: boolean
}

/** A type or a default that is suggested. */
export interface Suggested {
  value: string
  note: string
}

/** The panel of a table or a column. */
export interface TablePanel extends ChangePanel<TableValues>, Disposable {
  /** What its fields are about. */
  readonly about: 'table' | 'column'
  readonly isNew: boolean
  /** The columns that are shown of all in the form. */
  readonly $rows: ReadableAtom<readonly ColumnRow[]>
  /** Null: all columns are shown. */
  readonly $more: ReadableAtom<string | null>
  readonly $search: ReadableAtom<string>
  /** Whether there are so many columns that one searches. */
  readonly hasSearch: boolean
  search(words: string): void
  showMore(): void
  addColumn(): void
  removeColumn(index: number): void
  /** Shows or hides the further fields of a column. */
  toggleColumn(index: number): void
  typesFor(typed: string): readonly Suggested[]
  defaultsFor(type: string, typed: string): readonly Suggested[]
  /** Types of the database have arrived: suggestions may be others. */
  readonly $ownTypes: ReadableAtom<readonly string[]>
  /** Where the values of a column come from. */
  valueOf(column: ColumnValues): ColumnValue
  /** How the generated values of a column can be changed. */
  generationOf(column: ColumnValues): Generation
  /** Schemas that the table can be moved into; null: it stays where it is. */
  readonly $schemas: ReadableAtom<readonly string[] | null>
  /** What moving the table into the chosen schema means; null: it stays. */
  readonly $moves: ReadableAtom<string | null>
  /** What a foreign key may refer to, as one chooses it. */
  readonly $targets: ReadableAtom<readonly string[]>
  addForeignKey(): void
  removeForeignKey(index: number): void
  setTarget(index: number, typed: string): void
  /** Columns of the referenced table that a foreign key may refer to, by the name of the table. */
  readonly $targetColumns: ReadableAtom<Readonly<Record<string, readonly TargetColumn[]>>>
  /** What others changed since the form was opened; null: nothing. */
  readonly $meanwhile: ReadableAtom<{ sentences: readonly string[]; isGone: boolean } | null>
  /** Begins again with the table as it is now. */
  reload(): void
}

/** A column that a foreign key may refer to. */
export interface TargetColumn {
  value: string
  label: string
}

/**
 * What can be changed about computed values: the expression of a new column; whether an old one is computed further; nothing,
 * because PostgreSQL has no such change.
 */
export type Generation =
  | { kind: 'expression' }
  | { kind: 'switch'; hint: string; disabled: boolean }
  | { kind: 'none' }

/** Where the values of a column come from; typed ones may have a default. */
export type ColumnValue = { kind: 'typed' } | { kind: 'identity' } | { kind: 'generated'; expression: string }

type Context = Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>

/** What the panel is about. */
export type TablePanelSubject =
  | { type: 'new-table'; schema: string }
  | { type: 'table'; table: ReadDescription }
  | { type: 'new-column'; table: ReadDescription }
  | { type: 'column'; table: ReadDescription; position: number }

export interface TablePanelOptions {
  ref: string
  subject: TablePanelSubject
  close(): void
  /** Is called when a new table is there. */
  created(place: { schema: string; name: string }): void
}

/** Rows of columns that are drawn at first, and with each "Show more". */
const ROWS_AT_ONCE = 100
const SEARCH_FROM = 20
const LONG_NAME = 16

export function createTablePanel(
  context: Context,
  { ref, subject, close, created }: TablePanelOptions,
): TablePanel {
  const { client, queries, host, formDrafts } = context
  const scope = createScope()
  const opened = subject.type === 'new-table' ? null : subject.table
  const schema = subject.type === 'new-table' ? subject.schema : subject.table.schema
  const shows = (column: DescribedColumn) =>
    subject.type === 'table' || (subject.type === 'column' && column.position === subject.position)
  const startOf = (table: ReadDescription | null): TableValues => {
    if (table === null) return newTableValues(schema)
    const values = valuesOf(table, shows)
    return subject.type === 'new-column' ? { ...values, columns: [newColumnValues('new')] } : values
  }

  const values = basedValues(opened, startOf)
  const $told = atom<Record<string, string>>({})
  const othersOf = (table: ReadDescription | null) =>
    (table?.columns ?? []).filter((column) => !shows(column)).map(({ name }) => name)
  const schemaOfValues = v.pipe(
    v.custom<TableValues>(() => true),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const found = tableProblems(dataset.value, subject.type === 'table' ? [] : othersOf(values.$base.get()))
      for (const { path, problem } of found)
        addIssue({ message: text.problem(problem), path: issuePath(dataset.value, path) })
    }),
  )
  const form: Form<TableValues> = createForm({
    schema: schemaOfValues,
    initial: startOf(opened),
    values,
    parts: ['columns', 'foreignKeys'],
    checks: {
      async name(name, signal) {
        const place = { schema: form.$values.get().schema, name }
        const base = values.$base.get()
        if (base !== null && isSameTable(place, base)) return null
        return (await isRelationTaken(client, ref, place, signal)) ? text.taken(name, place.schema) : null
      },
    },
    submit: save,
  })
  formDrafts.keep(draftKey(ref, subject), form)
  const ddlOf = (typed: TableValues): DdlStatement[] => {
    const base = values.$base.get()
    const wanted = descriptionOf(typed, base, shows)
    return base === null ? createTableStatements(wanted) : tableChanges(base, wanted)
  }
  const $ddl = computed([form.$values, values.$base], (typed) =>
    tableProblems(typed, subject.type === 'table' ? [] : othersOf(values.$base.get())).length > 0
      ? null
      : ddlOf(typed),
  )
  const panel = createChangePanel(context, {
    title: titleOf(subject),
    submitLabel:
      subject.type === 'new-table'
        ? text.create.table
        : subject.type === 'new-column'
          ? text.create.column
          : text.save,
    sendingLabel: subject.type.startsWith('new') ? text.creating : text.saving,
    form,
    $ddl,
    $told,
    table: opened?.name ?? '',
    close,
  })
  scope.add(form.$values.listen(() => $told.set({})))
  // Whether the name is taken is another question in another schema.
  scope.add(
    computed(form.$values, (typed) => typed.schema).listen(() => form.set('name', form.$values.get().name)),
  )

  const described = opened === null ? null : tableDescriptionQuery(client, ref, opened.id)
  const $now: ReadableAtom<Remote<ReadDescription | null> | null> = described
    ? queries.store(described)
    : atom(null)
  const $meanwhile = computed([$now, values.$base], (remote, base) =>
    remote?.status === 'ready' && base !== null ? toldMeanwhile(changesMeanwhile(base, remote.data)) : null,
  )
  // A form in which nothing is typed shows the table as it is.
  const followTable = () => {
    const now = $now.get()
    if (now?.status === 'ready' && now.data && !form.$isChanged.get()) values.begin(now.data)
  }
  scope.add($now.subscribe(followTable))
  scope.add(form.$isChanged.listen(followTable))

  const $search = atom('')
  const $limit = atom(ROWS_AT_ONCE)
  const $open = atom<ReadonlySet<string>>(
    new Set(
      subject.type === 'column' || subject.type === 'new-column'
        ? [form.$values.get().columns[0]?.key ?? '']
        : [],
    ),
  )
  const $found = computed([form.$values, $search], ({ columns }, search) => {
    const wanted = search.trim().toLowerCase()
    return columns.flatMap((column, index) =>
      column.name.toLowerCase().includes(wanted) ? [{ column, index }] : [],
    )
  })
  const $ownTypes = computed(queries.store(ownTypesQuery(client, ref)), (types) =>
    types.status === 'ready' ? types.data : [],
  )
  const $ownSchemas = subject.type === 'table' ? queries.store(ownSchemasQuery(client, ref)) : null
  const $words = atom('')
  const $known = atom<ReadonlyMap<string, ForeignKeyTarget>>(new Map())
  const $remoteTargets = queries.follow(
    computed($words, (words) => foreignKeyTargetsQuery(client, ref, words)),
  )
  const $foundTargets = atom<readonly ForeignKeyTarget[]>([])
  scope.add(
    $remoteTargets.subscribe((remote) => {
      if (remote?.status !== 'ready') return
      $known.set(new Map([...$known.get(), ...remote.data.map((one) => [targetLabel(one), one] as const)]))
      $foundTargets.set(remote.data)
      // A table that was typed out before its list arrived is chosen now.
      for (const [index, key] of form.$values.get().foreignKeys.entries())
        if (key.target === null && $known.get().has(key.targetText)) setTarget(index, key.targetText)
    }),
  )
  /** The columns that the table will have: those of the form, and those that it does not show. */
  const $ownColumns = computed([form.$values, values.$base], ({ columns }, base) => [
    ...columns.map(({ key, name, isPrimary }) => ({ key, name, isPrimary })),
    ...(base?.columns ?? [])
      .filter((column) => !shows(column))
      .map((column) => ({
        key: keyOf(column),
        name: column.name,
        isPrimary: base?.primaryKey.includes(column.name) ?? false,
      })),
  ])

  let made = 0
  const newKey = () => {
    const taken = new Set(
      [...form.$values.get().columns, ...form.$values.get().foreignKeys].map(({ key }) => key),
    )
    do made += 1
    while (taken.has(`n${made}`))
    return `n${made}`
  }
  const toggle = (key: string) => {
    const next = new Set($open.get())
    if (!next.delete(key)) next.add(key)
    $open.set(next)
  }

  return {
    ...panel,
    about: subject.type === 'new-column' || subject.type === 'column' ? 'column' : 'table',
    isNew: subject.type === 'new-table' || subject.type === 'new-column',
    $rows: computed([$found, $limit, $open], (found, limit, open): readonly ColumnRow[] =>
      found.slice(0, limit).map(({ column, index }) => ({
        index,
        key: column.key,
        label: shownName(column),
        isOpen: open.has(column.key),
      })),
    ),
    $more: computed([$found, $limit], (found, limit) =>
      found.length > limit ? text.columnsOf(limit, found.length) : null,
    ),
    $search,
    hasSearch: (opened?.columns.length ?? 0) >= SEARCH_FROM && subject.type === 'table',
    search(words) {
      $search.set(words)
      $limit.set(ROWS_AT_ONCE)
    },
    showMore: () => $limit.set($limit.get() + ROWS_AT_ONCE),
    addColumn() {
      $search.set('')
      const count = form.$values.get().columns.length
      form.list('columns').insert(count, newColumnValues(newKey()))
      $limit.set(Math.max($limit.get(), count + 1))
    },
    removeColumn(index) {
      form.list('columns').remove(index)
    },
    toggleColumn(index) {
      const key = form.$values.get().columns[index]?.key
      if (key !== undefined) toggle(key)
    },
    $ownTypes,
    typesFor: (typed) =>
      suggestedTypes(typed, $ownTypes.get()).map(({ name, aliases: [short, ...others] }) =>
        // A long name would not fit into the field.
        short !== undefined && name.length > LONG_NAME
          ? { value: short, note: name }
          : { value: name, note: [short, ...others].filter((alias) => alias !== undefined).join(', ') },
      ),
    defaultsFor: (type, typed) =>
      suggestedDefaults(type)
        .filter((value) => value.toLowerCase().startsWith(typed.trim().toLowerCase()))
        .map((value) => ({ value, note: '' })),
    valueOf(column) {
      const expression = generatedOf(column)
      if (expression !== null) return { kind: 'generated', expression }
      return { kind: column.identity === 'none' ? 'typed' : 'identity' }
    },
    generationOf(column) {
      if (column.position === null) return { kind: 'expression' }
      const before = values.$base.get()?.columns.find(({ position }) => position === column.position)
      if (!before || before.generated === null) return { kind: 'none' }
      const isVirtual = before.isVirtual === true
      return {
        kind: 'switch',
        hint: (isVirtual ? text.virtualHint : text.stopComputingHint)(before.generated),
        disabled: isVirtual,
      }
    },
    $schemas:
      $ownSchemas === null
        ? atom(null)
        : computed([$ownSchemas, form.$values], (remote, typed): readonly string[] => [
            ...new Set([typed.schema, ...(remote.status === 'ready' ? remote.data : [])]),
          ]),
    $moves: computed([form.$values, values.$base], (typed, base) =>
      base === null || typed.schema === base.schema
        ? null
        : text.moves(targetLabel(base), targetLabel({ schema: typed.schema, name: typed.name })),
    ),
    $targets: computed([$foundTargets, $words, values.$base], (found, words, base) => {
      const own = text.thisTable.toLowerCase().includes(words.trim().toLowerCase()) ? [text.thisTable] : []
      const others = found.filter((target) => base === null || !isSameTable(target, base))
      return [...own, ...others.map(targetLabel)]
    }),
    addForeignKey() {
      const { foreignKeys } = form.$values.get()
      form.list('foreignKeys').insert(foreignKeys.length, {
        key: newKey(),
        name: null,
        targetText: '',
        target: null,
        pairs: [],
        onDelete: 'no action',
        onUpdate: 'no action',
      })
    },
    removeForeignKey: (index) => form.list('foreignKeys').remove(index),
    setTarget,
    $targetColumns: computed([$known, $ownColumns], (known, own) => ({
      ...Object.fromEntries(
        [...known].map(([label, { keys }]) => [
          label,
          [...new Set(keys.flat())].map((name) => ({ value: name, label: name })),
        ]),
      ),
      [text.thisTable]: own.map(({ key, name }) => ({ value: key, label: shownName({ name }) })),
    })),
    $meanwhile,
    reload() {
      const now = $now.get()
      if (now?.status !== 'ready') return
      if (now.data === null) return panel.discard()
      form.reset()
      values.begin(now.data)
    },
    dispose: scope.dispose,
  }

  function setTarget(index: number, typed: string): void {
    $words.set(typed)
    const key = form.$values.get().foreignKeys[index]
    if (!key) return
    const isSame = key.target !== null && targetLabel(key.target) === typed
    const { columns } = form.$values.get()
    const found = $known.get().get(typed)
    const base = values.$base.get()
    const isOwn = typed === text.thisTable || (found && base !== null && isSameTable(found, base))
    const change = isSame
      ? {}
      : isOwn
        ? { target: 'self' as const, pairs: pairsWithin($ownColumns.get(), columns) }
        : found
          ? { target: { schema: found.schema, name: found.name }, pairs: pairsFor(found, columns) }
          : { target: null, pairs: [] }
    const targetText = isOwn ? text.thisTable : typed
    form.setAt(`foreignKeys.${index}`, { ...key, targetText, ...change })
  }

  async function save(typed: TableValues): Promise<void> {
    const base = values.$base.get()
    if (base !== null && described) {
      const now = await described.fetch(new AbortController().signal)
      queries.set(described, now)
      if (changesMeanwhile(base, now).length > 0) throw new PlatformError('invalid', text.notSaved)
    }
    const statements = ddlOf(typed)
    try {
      await runStatements(context, { ref, table: base }, statements)
    } catch (error) {
      const told = toPlatformError(error)
      const origin = inForm(originOf(told, statements))
      const path = origin && pathOf(origin, typed, told.code)
      if (path !== null) $told.set({ [path]: told.message })
      throw refused(told, origin && placeOf(origin, typed))
    }
    host.notifier.notify({ kind: 'success', message: doneSentence(subject, typed) })
    if (subject.type === 'new-table') created({ schema: typed.schema, name: typed.name })
  }

  /** The form may show one column of the described ones, and only its own foreign keys, which are the last ones. */
  function inForm(origin: DdlOrigin | null): DdlOrigin | null {
    const { foreignKeys } = form.$values.get()
    if (origin === null || subject.type === 'table' || subject.type === 'new-table') return origin
    if ('column' in origin) return { ...origin, column: 0 }
    if (!('foreignKey' in origin)) return origin
    const all = descriptionOf(form.$values.get(), values.$base.get(), shows).foreignKeys.length
    return { foreignKey: origin.foreignKey - (all - foreignKeys.length) }
  }
}

interface BasedValues extends FormValues<TableValues> {
  /** The table that the values belong to. */
  readonly $base: ReadableAtom<ReadDescription | null>
  /** The table as it is now. */
  begin(table: ReadDescription): void
}

/**
 * Typed values are kept together with the description that they were typed over: restored after a reload, they are compared
 * with that one.
 */
function basedValues(
  opened: ReadDescription | null,
  startOf: (table: ReadDescription | null) => TableValues,
): BasedValues {
  const $base = atom(opened)
  const $stored = atom(startOf(opened))
  const $typed = atom<Partial<TableValues>>({})
  const begin = (table: ReadDescription) => {
    if (JSON.stringify(table) === JSON.stringify($base.get())) return
    $base.set(table)
    $stored.set(startOf(table))
  }
  return {
    $stored,
    $typed,
    $base,
    isRestored: false,
    begin,
    type(typed) {
      const { base, ...rest } = typed
      if (Object.keys(rest).length === 0) return $typed.set({})
      if ($base.get() === null) return $typed.set(rest)
      if (base !== undefined && base !== '') begin(JSON.parse(base) as ReadDescription)
      $typed.set({ ...rest, base: JSON.stringify($base.get()) })
    },
    settle: () => $typed.set({}),
    start: (stored) => $stored.set(stored),
  }
}

/** A form of another table, or of another column, is another draft. */
function draftKey(ref: string, subject: TablePanelSubject): string {
  switch (subject.type) {
    case 'new-table':
      return `structure/${ref}/new-table/${subject.schema}`
    case 'table':
      return `structure/${ref}/table/${subject.table.id}`
    case 'new-column':
      return `structure/${ref}/new-column/${subject.table.id}`
    case 'column':
      return `structure/${ref}/column/${subject.table.id}/${subject.position}`
  }
}

function titleOf(subject: TablePanelSubject): string {
  switch (subject.type) {
    case 'new-table':
      return text.titles.newTable(subject.schema)
    case 'table':
      return text.titles.editTable(subject.table.name)
    case 'new-column':
      return text.titles.newColumn(subject.table.name)
    case 'column': {
      const column = subject.table.columns.find(({ position }) => position === subject.position)
      return text.titles.editColumn(column?.name ?? '')
    }
  }
}

function doneSentence(subject: TablePanelSubject, { name, columns }: TableValues): string {
  const column = columns[0]?.name ?? ''
  switch (subject.type) {
    case 'new-table':
      return text.done.tableCreated(name)
    case 'table':
      return text.done.tableSaved(name)
    case 'new-column':
      return text.done.columnCreated(column)
    case 'column':
      return text.done.columnSaved(column)
  }
}

function toldMeanwhile(
  changes: readonly MeanwhileChange[],
): { sentences: readonly string[]; isGone: boolean } | null {
  if (changes.length === 0) return null
  return { sentences: changes.map(text.meanwhile), isGone: changes.some(({ kind }) => kind === 'gone') }
}

/** Each column of the target's first key, with the column of the form whose name says that it refers to it. */
function pairsFor(
  { name, keys }: ForeignKeyTarget,
  columns: readonly ColumnValues[],
): { column: string; target: string }[] {
  const likely = (target: string) => {
    const names = [`${name}_${target}`, `${name.replace(/s$/, '')}_${target}`, target]
    const found = columns.find((column) => names.includes(column.name) && !column.isPrimary)
    return found?.key ?? (columns.length === 1 ? (columns[0]?.key ?? '') : '')
  }
  return (keys[0] ?? []).map((target) => ({ column: likely(target), target }))
}

/** Each column of the table's own key, with the column whose name says that it refers to it, as parent_id does. */
function pairsWithin(
  own: readonly { key: string; name: string; isPrimary: boolean }[],
  columns: readonly ColumnValues[],
): { column: string; target: string }[] {
  const keys = own.filter(({ isPrimary }) => isPrimary)
  const likely = (target: string) =>
    columns.find(({ name, isPrimary }) => !isPrimary && name.endsWith(`_${target}`))?.key ?? ''
  return keys.length === 0
    ? [{ column: '', target: '' }]
    : keys.map(({ key, name }) => ({ column: likely(name), target: key }))
}

/** The field of a form at which an error of PostgreSQL is shown. */
function pathOf(origin: DdlOrigin, typed: TableValues, code: string | undefined): string | null {
  if ('foreignKey' in origin) return `foreignKeys.${origin.foreignKey}.target`
  if (!('column' in origin)) return origin.part
  const column = typed.columns[origin.column]
  if (!column) return null
  // A column's definition is one line: the code says which part of it is meant.
  const isOfType = code === '42704' || (column.default.trim() === '' && generatedOf(column) === null)
  const value = generatedOf(column) === null ? 'default' : 'generated'
  const part = origin.part === 'type' && !isOfType ? value : origin.part
  return `columns.${origin.column}.${part}`
}

/** What an error is about, as its sentence begins. */
function placeOf(origin: DdlOrigin, { columns }: TableValues): string | null {
  if ('foreignKey' in origin) return text.foreignKeyNumber(origin.foreignKey + 1)
  if (!('column' in origin)) return null
  const column = columns[origin.column]
  return column ? shownName(column) : null
}

/** A path of the form as the issue of its schema. */
function issuePath(values: TableValues, path: string): [v.IssuePathItem, ...v.IssuePathItem[]] {
  const [first = '', ...rest] = path.split('.')
  const item = (key: string): v.IssuePathItem => ({
    type: 'object',
    origin: 'value',
    input: values as unknown as Record<string, unknown>,
    key,
    value: undefined,
  })
  return [item(first), ...rest.map(item)]
}
