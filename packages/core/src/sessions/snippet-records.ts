/**
 * What this device knows of a snippet beside its text: which state of the database the text builds on, and whether it was
 * saved. Windows share it. Texts that are saved are kept here too, so that they show at once, but not for ever.
 */
import { VISIBILITIES } from '@basedeck/platform-client'
import * as v from 'valibot'
import { createScope, type Disposable } from '../kernel/screen.js'
import type { Host } from '../ports/index.js'
import { createSheets, type Sheets } from './sheets.js'

const metaSchema = v.object({
  name: v.string(),
  description: v.string(),
  visibility: v.picklist(VISIBILITIES),
  folder_id: v.nullable(v.string()),
  favorite: v.boolean(),
  /** Null: whoever is here. */
  owner_id: v.nullable(v.string()),
})
const recordSchema = v.object({
  meta: metaSchema,
  /** `updated_at` of the state that the text builds on; null: it is not in the database yet. */
  base: v.nullable(v.string()),
  needsSave: v.boolean(),
  /** What of `meta` was changed here since. */
  changed: v.array(v.string()),
  isDeleted: v.boolean(),
  /** How the last saves of this device named themselves, the newest last; their answers may have been lost. */
  saves: v.optional(v.array(v.string()), []),
})

/** What a snippet is beside its text. */
export type SnippetMeta = v.InferOutput<typeof metaSchema>
export type SnippetRecord = v.InferOutput<typeof recordSchema>

export interface SnippetRecords extends Disposable, Sheets {
  read(ref: string, id: string): SnippetRecord | undefined
  write(ref: string, id: string, record: SnippetRecord): void
  remove(ref: string, id: string): void
  /** Calls back when another window wrote one. */
  onOther(changed: (ref: string, id: string, record: SnippetRecord) => void): void
  /** Those of a project that were not saved. */
  unsaved(ref: string): string[]
}

/** So many saved texts of a project stay on this device. */
const KEPT_MAX = 20
const RECORD = 'basedeck:snippet:'
const KNOWN = 'basedeck:snippets:'

/**
 * @param owner the profile's id of whoever is here; undefined where nobody signs in
 * @param forget the text of a snippet need not be kept any longer
 */
export function createSnippetRecords(
  { storage }: Pick<Host, 'storage'>,
  owner: () => string | undefined,
  forget: (ref: string, id: string) => void,
): SnippetRecords {
  const scope = createScope()
  const listeners: Parameters<SnippetRecords['onOther']>[0][] = []
  const mine = (ref: string) => {
    const who = owner()
    return who === undefined ? ref : `@${who}/${ref}`
  }
  const read = (ref: string, id: string) => recordIn(storage.get(`${RECORD}${mine(ref)}/${id}`))
  const known = (ref: string) => stringsIn(storage.get(KNOWN + mine(ref)))
  const remove = (ref: string, id: string) => {
    storage.remove(`${RECORD}${mine(ref)}/${id}`)
    storage.set(KNOWN + mine(ref), JSON.stringify(known(ref).filter((other) => other !== id)))
  }
  /** The last ones first; those that are saved and were not touched for long are dropped. */
  const remember = (ref: string, id: string) => {
    const before = known(ref)
    if (before[0] === id) return
    const ids = [id, ...before.filter((other) => other !== id)]
    const old = ids.slice(KEPT_MAX).filter((other) => !read(ref, other)?.needsSave)
    storage.set(KNOWN + mine(ref), JSON.stringify(ids.filter((other) => !old.includes(other))))
    for (const other of old) {
      storage.remove(`${RECORD}${mine(ref)}/${other}`)
      forget(ref, other)
    }
  }

  const stop = storage.subscribe?.((key, text) => {
    if (!key.startsWith(RECORD)) return
    const [id = '', ref = '', who] = key.slice(RECORD.length).split('/').reverse()
    const record = recordIn(text)
    if (record && `@${owner() ?? ''}` === (who ?? '@')) for (const tell of listeners) tell(ref, id, record)
  })
  if (stop) scope.add(stop)

  return {
    read,
    write(ref, id, record) {
      storage.set(`${RECORD}${mine(ref)}/${id}`, JSON.stringify(record))
      remember(ref, id)
    },
    remove,
    onOther: (changed) => void listeners.push(changed),
    unsaved: (ref) => known(ref).filter((id) => read(ref, id)?.needsSave),
    ...createSheets(storage, owner),
    dispose: scope.dispose,
  }
}

function recordIn(text: string | null): SnippetRecord | undefined {
  return parsed(recordSchema, text)
}

function stringsIn(text: string | null): string[] {
  return parsed(v.array(v.string()), text) ?? []
}

/** What some other version or hand wrote counts as absent. */
function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | null,
): v.InferOutput<Schema> | undefined {
  if (text === null) return undefined
  try {
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
