/**
 * What this device stores about a snippet beside its text. Saved texts are stored here too, so that they show at once,
 * for a limited time.
 */
import { VISIBILITIES } from '@basedeck/platform-client'
import * as v from 'valibot'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { createDocumentRecords, parsedJson, type DocumentRecord } from '../documents/document-records.js'
import { createSheets, type Sheets } from '../shell/sheets.js'

const metaSchema = v.object({
  name: v.string(),
  description: v.string(),
  visibility: v.picklist(VISIBILITIES),
  folder_id: v.nullable(v.string()),
  favorite: v.boolean(),
  /** Null: the user of this device. */
  owner_id: v.nullable(v.string()),
})

/** A snippet's fields beside its text. */
export type SnippetMeta = v.InferOutput<typeof metaSchema>
export type SnippetRecord = DocumentRecord<SnippetMeta>

export const NEW_META: SnippetMeta = {
  name: 'Untitled',
  description: '',
  visibility: 'user',
  folder_id: null,
  favorite: false,
  owner_id: null,
}

/** Of a snippet that was just created here. */
export function newSnippetRecord(fields: SnippetMeta): SnippetRecord {
  return {
    fields,
    base: null,
    needsSave: false,
    changed: [],
    from: {},
    isTextChanged: true,
    baseText: null,
    isDeleted: false,
    isRefused: false,
    saves: [],
  }
}

export interface SnippetRecords extends Disposable, Sheets {
  read(ref: string, id: string): SnippetRecord | undefined
  write(ref: string, id: string, record: SnippetRecord): void
  remove(ref: string, id: string): void
  /** Calls back when another window wrote a record. */
  onOther(changed: (ref: string, id: string, record: SnippetRecord) => void): void
  /** The unsaved snippets of a project. */
  unsaved(ref: string): string[]
}

/** The number of saved texts of a project that stay on this device. */
const KEPT_MAX = 20

/** Under which names the device stores them. */
export interface SnippetStorageNames {
  /** Before the name of each record. */
  record: string
  /** Before the name of the list of a project. */
  known: string
}

/**
 * @param owner profile id of the person who is signed in; undefined without accounts
 * @param forget removes the text of a snippet from the device
 */
export function createSnippetRecords(
  { storage }: Pick<Host, 'storage'>,
  owner: () => string | undefined,
  forget: (ref: string, id: string) => void,
  { record: prefix, known: listPrefix }: SnippetStorageNames,
): SnippetRecords {
  const scope = createScope()
  const records = createDocumentRecords<SnippetMeta>({ storage, prefix, schema: metaSchema, owner })
  scope.add(records.dispose)
  const keyOf = (ref: string, id: string) => `${ref}/${id}`
  const knownKey = (ref: string) => {
    const who = owner()
    return who === undefined ? listPrefix + ref : `${listPrefix}@${who}/${ref}`
  }
  const read = (ref: string, id: string) => records.read(keyOf(ref, id))
  const known = (ref: string) => stringsIn(storage.get(knownKey(ref)))
  /** The newest first; saved ones that were not touched for long are removed. */
  const remember = (ref: string, id: string) => {
    const before = known(ref)
    if (before[0] === id) return
    const ids = [id, ...before.filter((other) => other !== id)]
    const old = ids.slice(KEPT_MAX).filter((other) => !read(ref, other)?.needsSave)
    storage.set(knownKey(ref), JSON.stringify(ids.filter((other) => !old.includes(other))))
    for (const other of old) {
      records.remove(keyOf(ref, other))
      forget(ref, other)
    }
  }

  return {
    read,
    write(ref, id, record) {
      records.write(keyOf(ref, id), record)
      remember(ref, id)
    },
    remove(ref, id) {
      records.remove(keyOf(ref, id))
      storage.set(knownKey(ref), JSON.stringify(known(ref).filter((other) => other !== id)))
    },
    onOther: (changed) =>
      void records.onOther((key) => {
        const [id = '', ref = ''] = key.split('/').toReversed()
        const record = read(ref, id)
        if (record) changed(ref, id, record)
      }),
    unsaved: (ref) => known(ref).filter((id) => read(ref, id)?.needsSave),
    ...createSheets(storage, owner),
    dispose: scope.dispose,
  }
}

function stringsIn(text: string | null): string[] {
  const read = v.safeParse(v.array(v.string()), parsedJson(text))
  return read.success ? read.output : []
}
