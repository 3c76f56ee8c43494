/**
 * A form over a record that others may change too, such as the name of a project. What is typed is kept on this device and
 * seen by each window until it is saved. Changes of different fields both stay; of one field that both changed, the user
 * chooses.
 */
import { PlatformError } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { createForm, type FieldOf, type Form, type FormValues } from '../../kernel/form.js'
import type { LazyService, LazyServices } from '../../kernel/lazy-services.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { failedSave } from '../../rules/documents/snippet-saving.js'
import { formText } from '../../text/form.js'
import type { Account } from '../account/account.js'
import { createDocumentRecords, type DocumentRecord, type DocumentRecords } from './document-records.js'
import { createDocument } from './document.js'
import type { Document } from './document-types.js'

/** A field that both changed. */
export interface FieldConflict<Values> {
  field: FieldOf<Values>
  mine: unknown
  theirs: unknown
}

/** A form over a stored record that others may change too. A conflict is a choice; nothing is overwritten unseen. */
export interface RecordEdit<Values extends object> extends Disposable {
  readonly form: Form<Values>
  /** Null: no conflict. */
  readonly $conflicts: ReadableAtom<FieldConflict<Values>[] | null>
  /** Saves the typed values over theirs. */
  keepMine(): Promise<void>
  /** Discards the typed values. */
  takeTheirs(): void
}

export interface RecordEditOptions<Schema extends v.GenericSchema, Stored extends { updated_at: string }> {
  /** Its name on this device, such as `project/shop`. */
  key: string
  schema: Schema
  $stored: ReadableAtom<Remote<Stored>>
  /** Shown until it is known. */
  initial: v.InferInput<Schema> & object
  valuesOf(stored: Stored): v.InferInput<Schema> & object
  /** Sends the changed fields. The platform refuses with 409 `stale` when its version is not `expected`. */
  save(changes: Partial<v.InferInput<Schema> & object>, expected: string): Promise<Stored>
  /** Fetches the stored record, bypassing the cache. */
  load(): Promise<Stored>
}

export interface RecordEditContext {
  host: Pick<Host, 'storage' | 'clock'>
  account: Pick<Account, '$person'>
  lazy: LazyServices<RecordEditContext>
}

export function createRecordEdit<Schema extends v.GenericSchema, Stored extends { updated_at: string }>(
  context: RecordEditContext,
  options: RecordEditOptions<Schema, Stored>,
): RecordEdit<v.InferInput<Schema> & object> {
  type Values = v.InferInput<Schema> & object
  const { key, schema, $stored, initial, valuesOf } = options
  const scope = createScope()
  const records = context.lazy.of(createRecords).records
  const read = () => ofFields(records.read(key), initial)
  const record = read()
  const document: Document<Values, Stored> = createDocument<Values, Stored>({
    clock: context.host.clock,
    initial,
    record,
    write: (next) =>
      records.write(key, { ...next, fields: entriesOf(next.fields), from: entriesOf(next.from) }),
    read,
    versionOf: (stored) => ({
      version: stored.updated_at,
      fields: valuesOf(stored),
      text: null,
      saveId: null,
    }),
    asksAbout: Object.keys(initial) as FieldOf<Values>[],
    /** Fields as they are sent: blanks around a name are removed. */
    normal(fields) {
      const parsed = v.safeParse(schema, fields)
      return parsed.success ? (parsed.output as Values) : fields
    },
    async send({ fields, changed, base }) {
      const changes = Object.fromEntries(Object.entries(fields).filter(([name]) => changed.has(name)))
      if (base === null) return undefined
      return changed.size === 0 ? known() : options.save(changes as Partial<Values>, base)
    },
    async refusal(error) {
      const type = failedSave(error)
      return type === 'conflict' ? { type, stored: await options.load() } : { type: 'refused' }
    },
    saved: () => undefined,
  })
  scope.add(document.dispose)
  scope.add(
    records.onOther((other) => {
      const next = other === key ? read() : undefined
      if (next) document.follow(next)
    }),
  )
  scope.add($stored.subscribe((remote) => remote.status === 'ready' && document.adopt(remote.data)))

  function known(): Stored | undefined {
    const remote = $stored.get()
    return remote.status === 'ready' ? remote.data : undefined
  }

  let keepsMine = false
  const form = createForm({
    schema,
    initial,
    values: valuesIn(document, (record?.changed.length ?? 0) > 0),
    async submit() {
      const outcome = await (keepsMine ? document.keepMine() : document.save())
      if (outcome.type === 'failed' && outcome.error) throw outcome.error
      if (outcome.type !== 'done') throw new PlatformError('http', formText.chooseFirst)
    },
  })

  return {
    form,
    $conflicts: computed([document.$choice, form.$values], (choice, values) => {
      if (choice?.by !== 'other') return null
      const theirs = valuesOf(choice.theirs)
      return choice.fields.map((field) => ({ field, mine: values[field], theirs: theirs[field] }))
    }),
    async keepMine() {
      keepsMine = true
      await form.submit()
      keepsMine = false
    },
    takeTheirs() {
      document.takeTheirs()
      form.leave()
    },
    dispose: scope.dispose,
  }
}

/** A document's fields, in the form that a form needs. */
function valuesIn<Values extends object, Stored extends object>(
  { $local, update }: Document<Values, Stored>,
  isRestored: boolean,
): FormValues<Values> {
  const $stored = computed($local, ({ stored }) => stored)
  return {
    $stored,
    $typed: computed($local, ({ typed }) => typed),
    isRestored,
    type(typed) {
      // A field that is no longer typed has its stored value.
      update({ ...$stored.get(), ...typed })
    },
    // The document knows the sent and the stored values.
    settle: () => undefined,
    start: () => undefined,
  }
}

/** A field that the form no longer has, or that has another type now, is ignored. */
function ofFields<Values extends object>(
  record: DocumentRecord<Record<string, unknown>> | undefined,
  initial: Values,
): DocumentRecord<Values> | undefined {
  if (!record) return undefined
  const fits = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => typeof value === typeof initial[name as keyof Values]),
    ) as Partial<Values>
  return { ...record, fields: { ...initial, ...fits(record.fields) }, from: fits(record.from) }
}

function entriesOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields))
}

interface Records extends LazyService {
  readonly records: DocumentRecords<Record<string, unknown>>
}

function createRecords({ host, account }: RecordEditContext): Records {
  const schema = v.record(v.string(), v.unknown())
  const owner = () => account.$person.get()?.id
  const records = createDocumentRecords({
    storage: host.storage,
    prefix: 'basedeck:document:',
    schema,
    owner,
  })
  return { records, forget: () => undefined, dispose: records.dispose }
}
