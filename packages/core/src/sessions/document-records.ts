/**
 * What this device keeps of documents beside their texts: their fields, which version they build on, and whether they were
 * saved. The windows of a browser share it, and each person of a browser has their own.
 */
import * as v from 'valibot'
import { createScope, type Disposable } from '../kernel/screen.js'
import type { KeyValueStorage } from '../ports/index.js'

export interface DocumentRecord<Fields extends object> {
  fields: Fields
  /** The version that the fields and the text build on; null: the platform has none yet. */
  base: string | null
  needsSave: boolean
  /** The fields that were changed here. */
  changed: string[]
  /** What the version of `base` has in these fields. */
  from: Partial<Fields>
  isTextChanged: boolean
  /** Digest of the text of that version; null: not known. */
  baseText: string | null
  isDeleted: boolean
  /** How the last saves of this device named themselves, the newest last; their answers may have been lost. */
  saves: string[]
}

export interface DocumentRecords<Fields extends object> extends Disposable {
  read(key: string): DocumentRecord<Fields> | undefined
  write(key: string, record: DocumentRecord<Fields>): void
  remove(key: string): void
  /** Calls back when another window wrote or removed one. @returns ends that */
  onOther(changed: (key: string) => void): () => void
}

export interface DocumentRecordsOptions<Fields extends object> {
  storage: KeyValueStorage
  /** Begins the names of the records in the storage, such as `basedeck:snippet:`. */
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
  // `meta` is the fields' name since before other documents than queries were kept.
  const schema = v.object({
    meta: fields,
    base: v.nullable(v.string()),
    needsSave: v.boolean(),
    changed: v.array(v.string()),
    from: v.optional(v.record(v.string(), v.unknown()), {}),
    isTextChanged: v.optional(v.boolean()),
    baseText: v.optional(v.nullable(v.string()), null),
    isDeleted: v.boolean(),
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
    if (owner() === undefined && key.startsWith('@')) return
    for (const tell of listeners) tell(key)
  })
  if (stop) scope.add(stop)
  scope.add(() => listeners.clear())

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

/** What another version or hand wrote counts as absent. */
export function parsedJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
