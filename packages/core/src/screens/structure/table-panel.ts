/**
 * The panel of a new table, of a table that is changed, or of one of its columns. The last two share a form that holds
 * one column or all.
 */
import { PlatformError, toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { isRelationTaken, ownSchemasQuery, tableDescriptionQuery } from '../../data/structure.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope } from '../../kernel/screen.js'
import { changesMeanwhile, type MeanwhileChange } from '../../rules/structure/description-changes.js'
import { tableProblems } from '../../rules/structure/table-problems.js'
import type { DdlOrigin, DdlStatement } from '../../sql/column-ddl.js'
import { createTableStatements, isSameTable, tableChanges } from '../../sql/table-ddl.js'
import type { DescribedColumn, ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { createBasedValues } from './based-values.js'
import type { ChangeDialog } from './change-dialog.js'
import { createChangePanel, originOf, refused, runStatements, type ChangePanel } from './change-panel.js'
import { createColumnFields, type ColumnFields } from './column-fields.js'
import { createColumnList, type ColumnList } from './column-list.js'
import { pathOf, subjectOf } from './error-field.js'
import { createForeignKeys, type ForeignKeys } from './foreign-keys.js'
import { createLossQuestion } from './loss-question.js'
import {
  doneSentence,
  draftKey,
  submitLabelsOf,
  titleOf,
  type TablePanelSubject,
} from './table-panel-subject.js'
import {
  descriptionOf,
  newColumnValues,
  newTableValues,
  targetLabel,
  valuesOf,
  type TableValues,
} from './table-values.js'

/** The panel of a table or a column. */
export interface TablePanel extends ChangePanel<TableValues>, ColumnList, ColumnFields, ForeignKeys {
  /** What its fields are about. */
  readonly about: 'table' | 'column'
  readonly isNew: boolean
  /** Schemas that the table can be moved into; null: it stays where it is. */
  readonly $schemas: ReadableAtom<readonly string[] | null>
  /** What moving the table into the chosen schema means; null: it stays. */
  readonly $moves: ReadableAtom<string | null>
  /** What others changed since the form was opened; null: nothing. */
  readonly $meanwhile: ReadableAtom<{ sentences: readonly string[]; isGone: boolean } | null>
  /** Begins again with the table as it is now. */
  reload(): void
  /** What is asked before a save that loses something; null: nothing. */
  readonly $question: ReadableAtom<ChangeDialog | null>
}

type Context = Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>

export interface TablePanelOptions {
  ref: string
  subject: TablePanelSubject
  close(): void
  /** Is called when a new table is there. */
  created(table: { schema: string; name: string }): void
}

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

  const values = createBasedValues(opened, startOf)
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
        const table = { schema: form.$values.get().schema, name }
        const base = values.$base.get()
        if (base !== null && isSameTable(table, base)) return null
        return (await isRelationTaken(client, ref, table, signal)) ? text.taken(name, table.schema) : null
      },
    },
    submit: save,
  })
  formDrafts.keep(draftKey(ref, subject), form)
  const ddlOf = (typed: TableValues, cascades = false): DdlStatement[] => {
    const base = values.$base.get()
    const wanted = descriptionOf(typed, base, shows)
    return base === null ? createTableStatements(wanted) : tableChanges(base, wanted, cascades)
  }
  const losses = createLossQuestion(context, ref)
  scope.add(losses.dispose)
  const $ddl = computed([form.$values, values.$base], (typed) =>
    tableProblems(typed, subject.type === 'table' ? [] : othersOf(values.$base.get())).length > 0
      ? null
      : ddlOf(typed),
  )
  const panel = createChangePanel(context, {
    title: titleOf(subject),
    ...submitLabelsOf(subject),
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

  const $ownSchemas = subject.type === 'table' ? queries.store(ownSchemasQuery(client, ref)) : null
  let made = 0
  const newKey = () => {
    const taken = new Set(
      [...form.$values.get().columns, ...form.$values.get().foreignKeys].map(({ key }) => key),
    )
    do made += 1
    while (taken.has(`n${made}`))
    return `n${made}`
  }
  const isOfColumn = subject.type === 'new-column' || subject.type === 'column'
  const columnList = createColumnList(form, {
    columnCount: subject.type === 'table' ? subject.table.columns.length : 0,
    isFirstOpen: isOfColumn,
    newKey,
  })
  const columnFields = createColumnFields(context, ref, values.$base)
  const foreignKeys = createForeignKeys(context, { ref, form, $base: values.$base, shows, newKey })
  scope.add(foreignKeys.dispose)

  return {
    ...panel,
    ...columnList,
    ...columnFields,
    ...foreignKeys,
    about: isOfColumn ? 'column' : 'table',
    isNew: subject.type === 'new-table' || subject.type === 'new-column',
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
    $meanwhile,
    $question: losses.$question,
    reload() {
      const now = $now.get()
      if (now?.status !== 'ready') return
      if (now.data === null) return panel.discard()
      form.reset()
      values.begin(now.data)
    },
    dispose: scope.dispose,
  }

  async function save(typed: TableValues): Promise<void> {
    const base = values.$base.get()
    if (base !== null && described) {
      const now = await described.fetch(new AbortController().signal)
      queries.set(described, now)
      if (changesMeanwhile(base, now).length > 0) throw new PlatformError('invalid', text.notSaved)
    }
    const agreed =
      base === null
        ? { cascades: false }
        : await losses.ask({
            before: base,
            after: descriptionOf(typed, base, shows),
            statementsFor: (cascades) => ddlOf(typed, cascades),
            // The new column becomes the one that would have gone.
            keep: (column, position) => form.setAt(`columns.${column}.position`, position),
          })
    // The form stays as it is.
    if (agreed === null) throw new PlatformError('aborted', text.notConfirmed)
    const statements = ddlOf(typed, agreed.cascades)
    try {
      await runStatements(context, { ref, table: base }, statements)
    } catch (error) {
      const told = toPlatformError(error)
      const origin = inForm(originOf(told, statements))
      const path = origin && pathOf(origin, typed, told.code)
      if (path !== null) $told.set({ [path]: told.message })
      throw refused(told, origin && subjectOf(origin, typed))
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

function toldMeanwhile(
  changes: readonly MeanwhileChange[],
): { sentences: readonly string[]; isGone: boolean } | null {
  if (changes.length === 0) return null
  return { sentences: changes.map(text.meanwhile), isGone: changes.some(({ kind }) => kind === 'gone') }
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
