/** The panel of an object: a new one, a copy, or one that is changed. Its kind says which fields it has and what it runs. */
import { newId, PlatformError, toPlatformError, type DatabaseErrorReport } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { indexProgress, objectQuery, suggestionsQuery } from '../../data/objects.js'
import { projectQuery } from '../../data/projects.js'
import { cancelDdl, failedStatement } from '../../data/structure.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { suggestedTypes } from '../../rules/structure/column-types.js'
import { knownFields, knownValues, majorIn } from '../../rules/structure/known-fields.js'
import { objectProblems } from '../../rules/structure/object-problems.js'
import { nameWithEnd } from '../../rules/structure/object-name.js'
import {
  objectKinds,
  type ObjectField,
  type ObjectKind,
  type ObjectKindName,
  type ObjectRow,
  type ObjectStatement,
  type ObjectValues,
  type RowField,
  type Suggestions,
} from '../../sql/objects/index.js'
import { objectsText as text } from '../../text/objects.js'
import type { Needs } from '../context.js'
import { createChangePanel, runStatements, withMessage, type ChangePanel } from '../structure/change-panel.js'

/** What the panel is about. */
export type ObjectSubject =
  | { type: 'new'; schema: string; values?: ObjectValues }
  | { type: 'copy' | 'edit'; id: string; values: ObjectValues }

/** The panel of an object. */
export interface ObjectPanel extends ChangePanel<ObjectValues>, Disposable {
  readonly kind: ObjectKindName
  /** The fields that the form shows now. */
  readonly $fields: ReadableAtom<readonly ObjectField[]>
  /** Whether a field can't be changed any more. */
  isFixed(field: Pick<ObjectField, 'isFixed'>): boolean
  /** Names for a field, as far as they are known. */
  readonly $suggestions: ReadableAtom<Readonly<Partial<Record<Suggestions, readonly string[]>>>>
  /** An empty row of a field that holds a list. */
  newRow(field: string): ObjectRow
  /** Those that fit what is typed. */
  suggestionsFor(what: Suggestions, typed: string): readonly string[]
  /** What a new one may begin with; empty: nothing. */
  readonly templates: readonly { value: string; label: string }[]
  /** Fills in the fields of a template. */
  begin(template: string): void
  /** What others did to it since the form was opened; null: nothing. */
  readonly $meanwhile: ReadableAtom<{ title: string; isGone: boolean } | null>
  reload(): void
  /** What a change that takes long is doing; null: nothing that can be told. */
  readonly $progress: ReadableAtom<string | null>
  /** Ends a change that is under way. */
  cancel(): void
}

type Context = Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>

export interface ObjectPanelOptions {
  ref: string
  kind: ObjectKindName
  subject: ObjectSubject
  close(): void
}

const SUGGESTIONS_MAX = 50
const PROGRESS_MS = 1000

export function createObjectPanel(
  context: Context,
  { ref, kind: kindName, subject, close }: ObjectPanelOptions,
): ObjectPanel {
  const { client, queries, host } = context
  const scope = createScope()
  const kind: ObjectKind = objectKinds[kindName]
  const isNew = subject.type !== 'edit'
  const $base = atom(subject.type === 'edit' ? subject.values : null)
  const $told = atom<Record<string, string>>({})
  const $project = queries.store(projectQuery(client, ref))
  const $major = computed($project, (project) =>
    project.status === 'ready' ? majorIn(project.data.dbVersion) : null,
  )
  scope.add($major.listen(() => {}))
  const statementsOf = (values: ObjectValues): readonly ObjectStatement[] => {
    const base = $base.get()
    const known = knownValues(kind.fields, values, $major.get())
    return base === null ? kind.create(known) : kind.change(base, known)
  }
  const schema = v.pipe(
    v.custom<ObjectValues>(() => true),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const { path, problem } of objectProblems(kind.fields, dataset.value, isNew))
        addIssue({ message: text.problem(problem), path: issuePath(dataset.value, path) })
    }),
  )
  const initial = initialOf(kind, subject)
  const form: Form<ObjectValues> = createForm({
    schema,
    initial,
    parts: kind.fields.flatMap(({ type, name }) => (type === 'rows' ? [name] : [])),
    submit: save,
  })
  // An edit is kept with what it was typed over, and that may be another thing after a reload.
  if (isNew) {
    const secrets = kind.fields.flatMap(({ type, name }) => (type === 'secret' ? [name] : []))
    const key = subject.type === 'copy' ? `copy/${subject.id}` : 'new'
    context.formDrafts.keep(`objects/${ref}/${kindName}/${key}`, form, secrets)
  }
  scope.add(form.$values.listen(() => $told.set({})))
  const $ddl = computed([form.$values, $base, $major], (values) =>
    objectProblems(kind.fields, values, isNew).length > 0 ? null : statementsOf(values),
  )
  const name = subject.type === 'new' ? '' : nameOf(kind, subject.values)
  const panel = createChangePanel(context, {
    title:
      subject.type === 'new'
        ? text.title.create(kindName)
        : subject.type === 'copy'
          ? text.title.copy(kindName, name)
          : text.title.edit(kindName, name),
    submitLabel: isNew ? text.create : text.save,
    sendingLabel: isNew ? text.creating : text.saving,
    form,
    $ddl,
    $told,
    table: '',
    close,
  })

  const described = subject.type === 'edit' ? objectQuery(client, ref, kindName, subject.id) : null
  const $now: ReadableAtom<Remote<ObjectValues | null> | null> = described
    ? queries.store(described)
    : atom(null)
  const $meanwhile = computed([$now, $base], (remote, base) => {
    if (remote?.status !== 'ready' || base === null || isSame(remote.data, base)) return null
    const isGone = remote.data === null
    return { title: isGone ? text.meanwhileGone : text.meanwhileTitle, isGone }
  })

  const $suggestions = createSuggestions(context, ref, kind, form)
  let runId: string | null = null
  const $progress = atom<string | null>(null)
  let stopAsking = () => {}
  scope.add(() => stopAsking())

  return {
    ...panel,
    kind: kindName,
    $fields: computed([form.$values, $major], (values, major) =>
      knownFields(kind.fields, major).filter((field) => field.isShown?.(values, isNew) ?? true),
    ),
    isFixed: ({ isFixed = false }) => isFixed && !isNew,
    $suggestions,
    newRow(field) {
      const found = kind.fields.find(({ name: one }) => one === field)
      return found?.type === 'rows' ? emptyRow(found.columns) : {}
    },
    suggestionsFor(what, typed) {
      const names = $suggestions.get()[what] ?? []
      if (what === 'types') return suggestedTypes(typed, names).map((one) => one.name)
      const words = typed.trim().toLowerCase()
      // With a name chosen, the others stay within reach.
      const fitting = names.includes(typed) ? names : names.filter((one) => one.toLowerCase().includes(words))
      return fitting.slice(0, SUGGESTIONS_MAX)
    },
    templates:
      subject.type === 'new'
        ? Object.keys(kind.templates ?? {}).map((value) => ({ value, label: text.template(value) }))
        : [],
    begin(template) {
      const given = kind.templates?.[template] ?? {}
      for (const [field, value] of Object.entries(given)) if (value !== undefined) form.set(field, value)
    },
    $meanwhile,
    reload() {
      const now = $now.get()
      if (now?.status !== 'ready') return
      if (now.data === null) return panel.discard()
      form.reset()
      $base.set(now.data)
      form.start(now.data)
    },
    $progress,
    cancel() {
      if (runId !== null) cancelDdl(client, ref, runId).catch(() => {})
    },
    dispose: scope.dispose,
  }

  async function save(values: ObjectValues): Promise<void> {
    const base = $base.get()
    if (base !== null && described) {
      const now = await described.fetch(new AbortController().signal)
      queries.set(described, now)
      if (!isSame(now, base)) throw new PlatformError('invalid', text.notSaved)
    }
    const statements = statementsOf(values)
    runId = newId()
    if (statements.some(({ isAlone }) => isAlone)) followProgress(values)
    try {
      await runStatements(context, { ref, table: null }, statements, { runId })
    } catch (error) {
      throw placed(toPlatformError(error), statements)
    } finally {
      runId = null
      stopAsking()
      $progress.set(null)
    }
    const done = isNew ? text.done.created : text.done.saved
    host.notifier.notify({ kind: 'success', message: done(kindName, nameOf(kind, values)) })
  }

  function followProgress({ schema: place, table }: ObjectValues): void {
    if (typeof place !== 'string' || typeof table !== 'string') return
    const aborter = new AbortController()
    let stop = () => {}
    const ask = () => {
      stop = host.clock.after(PROGRESS_MS, () => {
        indexProgress(client, ref, { schema: place, table }, aborter.signal).then(
          (found) => {
            if (aborter.signal.aborted) return
            if (found) $progress.set(progressSentence(found))
            ask()
          },
          () => {},
        )
      })
    }
    ask()
    stopAsking = () => {
      stop()
      aborter.abort()
    }
  }

  /** The error at its field, and in a text of several lines at its line. */
  function placed(error: PlatformError, statements: readonly ObjectStatement[]): PlatformError {
    const failed = failedStatement(error, statements)
    if (!failed) return error
    const { at, where } = (error.body ?? {}) as Partial<DatabaseErrorReport>
    const line = lineIn(failed, at?.line, where)
    const told = line === null ? error.message : text.atLine(line, error.message)
    const field = line === null ? fieldOf(error.code, failed) : failed.body?.field
    if (field !== undefined) $told.set({ [field]: told })
    const before = statements.slice(0, statements.indexOf(failed))
    const stays = before.some(({ isAlone }) => isAlone) || (failed.isAlone && before.length > 0)
    const whole = stays ? text.partlyDone(before.length, told) : told
    const leaves = failed.isAlone && kindName === 'index' ? `${whole} ${text.invalidIndex}` : whole
    return leaves === error.message ? error : withMessage(error, leaves)
  }
}

/** @param where as PostgreSQL tells the place inside a function: `PL/pgSQL function x() line 3` */
function lineIn(failed: ObjectStatement, line: number | undefined, where: string | undefined): number | null {
  if (!failed.body) return null
  if (line !== undefined && line >= failed.body.line) return line - failed.body.line + 1
  const near = /near line (\d+)/.exec(where ?? '')?.[1]
  return near === undefined ? null : Number(near)
}

/** An object of the name is there already. */
const TAKEN = new Set(['42P07', '42710', '42723'])

function fieldOf(code: string | undefined, failed: ObjectStatement): string | undefined {
  return code !== undefined && TAKEN.has(code) ? 'name' : failed.field
}

function progressSentence({ phase, done, total }: { phase: string; done: number; total: number }): string {
  return text.building(phase, total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : null)
}

function initialOf(kind: ObjectKind, subject: ObjectSubject): ObjectValues {
  if (subject.type === 'new') return { ...kind.blank(subject.schema), ...subject.values }
  if (subject.type === 'edit') return subject.values
  const { values } = subject
  const copied = kind.copied ? kind.copied(values) : values
  return { ...copied, name: nameWithEnd(String(values['name'] ?? ''), '_copy') }
}

/** `was` stays empty: it was not there when the object was read. */
function emptyRow(columns: readonly RowField[]): ObjectRow {
  const parts = columns.map((column) => [
    column.name,
    column.type === 'flag' ? false : column.type === 'choice' ? (column.choices[0] ?? '') : '',
  ])
  return { ...Object.fromEntries(parts), was: '' }
}

/** What an object is called. */
export function nameOf(kind: ObjectKind, values: ObjectValues): string {
  return kind.nameOf ? kind.nameOf(values) : String(values['name'] ?? '')
}

function isSame(one: ObjectValues | null, other: ObjectValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The names for each kind of suggestion that the form has. They follow the schema and the table that are typed. */
function createSuggestions(
  { client, queries }: Needs<'client' | 'queries'>,
  ref: string,
  kind: ObjectKind,
  form: Form<ObjectValues>,
): ObjectPanel['$suggestions'] {
  const wanted = new Set<Suggestions>()
  for (const field of kind.fields) {
    if (field.type === 'text' && field.suggests) wanted.add(field.suggests)
    if (field.type === 'rows')
      for (const column of field.columns)
        if (column.type === 'text' && column.suggests) wanted.add(column.suggests)
  }
  const all = [...wanted]
  const stores = all.map((what) => {
    const $place = computed(form.$values, (values) => placeOf(what, values))
    return queries.follow(
      computed($place, (place) =>
        suggestionsQuery(client, ref, what, JSON.parse(place) as { schema: string; table: string }),
      ),
    )
  })
  if (stores.length === 0) return atom({})
  return computed(stores, (...remotes) =>
    Object.fromEntries(
      all.map((what, index) => {
        const remote = remotes[index]
        return [what, remote?.status === 'ready' ? remote.data : []]
      }),
    ),
  )
}

/** As one text, so that nothing is asked again while another field is typed into. */
function placeOf(what: Suggestions, values: ObjectValues): string {
  const textOf = (field: string) => (typeof values[field] === 'string' ? values[field] : '')
  const rows = values['tables']
  const first = Array.isArray(rows) ? (rows as readonly { schema?: string }[]).at(-1)?.schema : undefined
  const schema = what === 'functions' ? textOf('functionSchema') : textOf('schema') || (first ?? '')
  return JSON.stringify({
    schema: what === 'relations' || what === 'columns' || what === 'functions' ? schema : '',
    table: what === 'columns' ? textOf('table') : '',
    ...(what === 'versions' ? { name: textOf('name') } : {}),
  })
}

/** A path of the form as the issue of its schema. */
function issuePath(values: ObjectValues, path: string): [v.IssuePathItem, ...v.IssuePathItem[]] {
  const [first = '', ...rest] = path.split('.')
  const item = (key: string): v.IssuePathItem => ({
    type: 'object',
    origin: 'value',
    input: values,
    key,
    value: undefined,
  })
  return [item(first), ...rest.map(item)]
}
