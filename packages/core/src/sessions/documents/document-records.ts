/**
 * What this device stores about documents beside their texts: their fields, which version they build on, and whether they were
 * saved. The windows of a browser share it, and each person of a browser has their own.
 */
import * as v from 'valibot'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { KeyValueStorage } from '../../ports/index.js'

export interface DocumentRecord<Fields extends object> {
  fields: Fields
  /** The version that the fields and the text build on; null: the platform has none yet. */
  base: string | null
  needsSave: boolean
  /** The fields that were changed here. */
  changed: string[]
  /** The values of these fields in the version of `base`. */
  from: Partial<Fields>
  isTextChanged: boolean
  /** Digest of the text of that version; null: not known. */
  baseText: string | null
  isDeleted: boolean
  /** The platform refused the last save, and would refuse it again. */
  isRefused: boolean
  /** The ids of the last saves of this device, the newest last; their answers may have been lost. */
  saves: string[]
}

export interface DocumentRecords<Fields extends object> extends Disposable {
  read(key: string): DocumentRecord<Fields> | undefined
  write(key: string, record: DocumentRecord<Fields>): void
  remove(key: string): void
  /** Calls back when another window wrote or removed a record. @returns how to stop */
  onOther(changed: (key: string) => void): () => void
}

export interface DocumentRecordsOptions<Fields extends object> {
  storage: KeyValueStorage
  /** The prefix of the records' names in the storage, such as `basedeck:snippet:`. */
  prefix: string
  schema: v.GenericSchema<unknown, Fields>
  /** Profile id of the person who is signed in; undefined without accounts. */
  owner(): string | undefined
}

export function createDocumentRecords<Fields extends object>({
  storage,
  prefix,
  schema: fields,
  owner,
}: DocumentRecordsOptions<Fields>): DocumentRecords<Fields> {
  const scope = createScope()
  const listeners = new Set<(key: string) => void>()
  const mine = () => {
    const who = owner()
    return who === undefined ? prefix : `${prefix}@${who}/`
  }
  // The name `meta` is older than documents other than queries.
  const schema = v.object({
    meta: fields,
    base: v.nullable(v.string()),
    needsSave: v.boolean(),
    changed: v.array(v.string()),
    from: v.optional(v.record(v.string(), v.unknown()), {}),
    isTextChanged: v.optional(v.boolean()),
    baseText: v.optional(v.nullable(v.string()), null),
    isDeleted: v.boolean(),
    isRefused: v.optional(v.boolean(), false),
    saves: v.optional(v.array(v.string()), []),
  })
  const parse = (text: string | null): DocumentRecord<Fields> | undefined => {
    const read = v.safeParse(schema, parsedJson(text))
    if (!read.success) return undefined
    const { meta, from, isTextChanged, ...rest } = read.output
    // A record of an older version says only that something was changed.
    return {
      ...rest,
      fields: meta,
      from: from as Partial<Fields>,
      isTextChanged: isTextChanged ?? rest.needsSave,
    }
  }
  const stop = storage.subscribe?.((name) => {
    const own = mine()
    if (!name.startsWith(own)) return
    const key = name.slice(own.length)
    // The record belongs to an account, and no one is signed in here.
    if (key.startsWith('@')) return
    for (const tell of listeners) tell(key)
  })
  if (stop) scope.add(stop)

  return {
    read: (key) => parse(storage.get(mine() + key)),
    write: (key, { fields: meta, ...rest }) =>
      void storage.set(mine() + key, JSON.stringify({ meta, ...rest })),
    remove: (key) => storage.remove(mine() + key),
    onOther(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    dispose: scope.dispose,
  }
}

/** Anything that another version or hand wrote counts as absent. */
export function parsedJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
