/** Changes of a snippet as a whole, open or listed: rename, move, share, copy, delete and restore. */
import {
  createSnippet,
  deleteSnippets,
  getSnippet,
  PlatformError,
  restoreSnippets,
  saveSnippet,
  toPlatformError,
  type Client,
  type ListedSnippet,
  type Snippet,
} from '@basedeck/platform-client'
import { listsKey } from '../../data/content.js'
import type { Queries } from '../../kernel/query-store.js'
import type { Host } from '../../ports/index.js'
import { beginningOf, tabLabelOf } from '../../rules/sql/query-label.js'
import { isSharedInFolder } from '../../rules/documents/snippet-saving.js'
import { metaOf, type SnippetSession } from './open-snippet.js'
import type { SnippetKind } from './snippet-kind.js'
import type { SnippetMeta, SnippetRecords } from './snippet-records.js'

/** What is known of a deleted snippet. */
export type RemovedSnippet = Pick<ListedSnippet, 'id' | 'name' | 'beginning'>

export interface SnippetChanges {
  /** Changes its name, folder, mark or visibility. */
  update(listed: ListedSnippet, changes: Partial<SnippetMeta>): Promise<void>
  /** @returns the id of the copy; undefined: it was not made */
  duplicate(listed: ListedSnippet): Promise<Pick<ListedSnippet, 'id' | 'name' | 'beginning'> | undefined>
  /**
   * Shows a message with an Undo button.
   * @returns false: not all of them were deleted
   */
  remove(listed: readonly RemovedSnippet[]): Promise<boolean>
}

export interface SnippetChangeDeps {
  ref: string
  kind: SnippetKind
  host: Pick<Host, 'notifier'>
  client: Client
  queries: Queries
  records: SnippetRecords
  tabs: {
    of(ref: string): {
      rename(id: string, label: string): void
      forget(type: 'sql', id: string): void
      remove(type: 'sql', id: string): boolean
    }
  }
  /** It was stored: caches and lists are updated. */
  put(snippet: Snippet): void
  /** The open one of this deck. */
  held(id: string): SnippetSession | undefined
  /** Shows a snippet. */
  show(ref: string, id: string): void
  /** It is saved now, so its autosave is cancelled. */
  cancel(id: string): void
}

/** Characters of a name. */
const NAME_MAX = 100

export function createSnippetChanges(deps: SnippetChangeDeps): SnippetChanges {
  const { ref, host, client, queries, records, tabs, put, held, show, cancel } = deps
  const { type, text: words } = deps.kind
  const refresh = () => queries.refresh(listsKey(ref))
  const say = (kind: 'success' | 'error', message: string) => host.notifier.notify({ kind, message })
  const openOne = (id: string) => {
    const snippet = held(id)
    return snippet?.$status.get().status === 'ready' ? snippet : undefined
  }

  /** @throws PlatformError */
  async function change(listed: ListedSnippet, changes: Partial<SnippetMeta>): Promise<Snippet> {
    const { id, owner_id } = listed
    const { owner_id: _owner, ...given } = changes
    const save = ({ name, visibility, updated_at }: Pick<Snippet, 'name' | 'visibility' | 'updated_at'>) =>
      client.call(saveSnippet, {
        params: { ref },
        body: { id, type, owner_id, name, visibility, expected_updated_at: updated_at, ...given },
      })
    try {
      return await save(listed)
    } catch (error) {
      // Its text was saved meanwhile: that does not conflict with a new name or folder.
      if (!(error instanceof PlatformError) || error.code !== 'stale') throw error
      return save((error.body as { stored: Snippet }).stored)
    }
  }

  const setDeleted = (id: string, isDeleted: boolean) => {
    const record = records.read(ref, id)
    if (record) records.write(ref, id, { ...record, isDeleted })
    held(id)?.setDeleted(isDeleted)
  }

  /** @param lastOpen the one that is shown again, which was open when it was deleted */
  async function restore(
    removed: readonly RemovedSnippet[],
    lastOpen: RemovedSnippet | undefined,
  ): Promise<void> {
    try {
      await client.call(restoreSnippets, { params: { ref }, body: { ids: removed.map(({ id }) => id) } })
      for (const { id } of removed) setDeleted(id, false)
      say('success', words.restored(removed.map(({ name }) => name)))
      if (lastOpen) {
        const { id, name, beginning } = lastOpen
        show(ref, id)
        tabs.of(ref).rename(`sql-${records.addressOf(ref, id)}`, tabLabelOf(name, beginning))
      }
    } catch (error) {
      say('error', words.restoreFailed(toPlatformError(error).message))
    }
    refresh()
  }

  return {
    async update(listed, changes) {
      if (isSharedInFolder({ ...listed, ...changes })) return say('error', words.sharedInFolder)
      const { id } = listed
      const open = openOne(id)
      if (open) {
        open.update(changes)
        cancel(id)
        return open.save()
      }
      try {
        const changed = await change(listed, changes)
        const record = records.read(ref, id)
        if (record?.base === listed.updated_at)
          records.write(ref, id, { ...record, fields: metaOf(changed), base: changed.updated_at })
        put(changed)
        const label = tabLabelOf(changed.name, openOne(id)?.draft.$text.get() ?? changed.content.sql)
        tabs.of(ref).rename(`sql-${records.addressOf(ref, id)}`, label)
      } catch (error) {
        say('error', words.changeFailed(toPlatformError(error).message))
        refresh()
      }
    },
    async duplicate({ id, name, description, visibility, folder_id }) {
      try {
        const text = openOne(id)?.draft.$text.get()
        const sql = text ?? (await client.call(getSnippet, { params: { ref, id } })).content.sql
        const copy = [...words.copyOf(name)].slice(-NAME_MAX).join('')
        // A copy of a shared snippet is private.
        const folder = visibility === 'user' ? { folder_id } : {}
        const body = { type, name: copy, description, ...folder, content: { sql } }
        const made = await client.call(createSnippet, { params: { ref }, body })
        put(made)
        return { id: made.id, name: made.name, beginning: beginningOf(sql) }
      } catch (error) {
        say('error', words.insertFailed(toPlatformError(error).message))
        return undefined
      }
    },
    async remove(listed) {
      try {
        const ids = listed.map(({ id }) => id)
        const answer = await client.call(deleteSnippets, { params: { ref }, query: { ids } })
        refresh()
        const gone = listed.filter(({ id }) => answer.some((deleted) => deleted.id === id))
        if (gone.length < listed.length)
          say('error', words.deleteFailed(words.notDeletable(listed.length - gone.length)))
        if (gone.length === 0) return false
        for (const { id } of gone) setDeleted(id, true)
        const open = gone.filter(({ id }) => tabs.of(ref).remove('sql', records.addressOf(ref, id)))
        const action = { label: words.undo, run: () => void restore(gone, open.at(-1)) }
        const message = words.deleted(gone.map(({ name }) => name))
        host.notifier.notify({ kind: 'success', message, action })
        return gone.length === listed.length
      } catch (error) {
        say('error', words.deleteFailed(toPlatformError(error).message))
        return false
      }
    },
  }
}
