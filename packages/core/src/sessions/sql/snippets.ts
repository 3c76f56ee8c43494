/**
 * The snippets of a deck's projects: the open ones, each once; changes from a list; an unsaved one
 * is saved again when the platform answers.
 * @spec §4, §8
 */
import { newId, type Client, type Snippet } from '@basedeck/platform-client'
import { computed } from 'nanostores'
import { listsKey, snippetQuery } from '../../data/content.js'
import { createDebounceEach } from '../../kernel/debounce-each.js'
import type { Queries } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { tabLabelOf } from '../../rules/sql/query-label.js'
import { AUTOSAVE_MS, isSheetAddress } from '../../rules/documents/snippet-saving.js'
import type { Account } from '../account/account.js'
import type { Connection } from '../shell/connection.js'
import type { Drafts } from '../documents/drafts.js'
import { createOpenSnippet, type SnippetSession, type OpenSnippet } from './open-snippet.js'
import { createSnippetChanges, type SnippetChanges } from './snippet-changes.js'
import type { SnippetKind } from './snippet-kind.js'
import { createSnippetRecords, NEW_META, newSnippetRecord } from './snippet-records.js'
import { createSnippetSending } from './snippet-sending.js'
import { createSqlFolders, type SqlFolders } from './sql-folders.js'

export interface Snippets extends Disposable {
  of(ref: string): ProjectSnippets
  /** Removes the data of the person who signed out from memory; their texts stay on this device. */
  forget(): void
}

export interface ProjectSnippets extends SnippetChanges {
  readonly folders: SqlFolders
  /** The snippet of an address; one object per snippet. */
  open(address: string): OpenSnippet
  /** Keeps it loaded while it is shown; the returned function ends that. */
  watch(snippet: OpenSnippet): () => void
  /** The id of a new snippet, which is stored with its first change. */
  create(given?: { name?: string; sql?: string; folder_id?: string | null }): string
  /** Saves a text from elsewhere as a new snippet at once, and says where it is. */
  saveNew(given: { name?: string; sql: string }): Promise<void>
  /** The text of a deleted snippet becomes a new one. @returns its id */
  keepAsNew(snippet: OpenSnippet): string
  /** Its text is not needed any longer. */
  discard(snippet: OpenSnippet): void
}

export interface SnippetsDeps {
  kind: SnippetKind
  host: Pick<Host, 'storage' | 'clock' | 'notifier' | 'log'>
  client: Client
  queries: Queries
  drafts: Drafts
  account: Pick<Account, '$profile' | '$person' | '$hasToReenter'>
  connection: Pick<Connection, '$state'>
  tabs: {
    of(ref: string): {
      rename(id: string, label: string): void
      forget(type: 'sql', id: string): void
      remove(type: 'sql', id: string): boolean
    }
  }
  /** Shows a snippet. */
  show(ref: string, id: string): void
}

export function createSnippets(deps: SnippetsDeps): Snippets {
  const { host, client, queries, drafts, account, connection, kind } = deps
  const { text: words } = kind
  const scope = createScope()
  const owner = () => account.$person.get()?.id
  const open = new Map<string, SnippetSession>()
  const projects = new Map<string, ProjectSnippets>()
  const draftName = (ref: string, id: string) => `${ref}/${records.addressOf(ref, id)}`
  const forgetText = (ref: string, id: string) => {
    if (!open.has(`${ref}/${id}`)) drafts.drop(draftName(ref, id))
  }
  const records = createSnippetRecords(host, owner, forgetText, kind.storage)
  scope.add(() => records.dispose())
  const saves = createDebounceEach(host.clock, AUTOSAVE_MS, (key) => void open.get(key)?.save())
  scope.add(() => saves.dispose())
  records.onOther((ref, id, record) => open.get(`${ref}/${id}`)?.follow(record))

  const forget = () => {
    saves.dispose()
    for (const snippet of open.values()) snippet.dispose()
    open.clear()
    projects.clear()
  }
  scope.add(forget)
  // What held a save up is gone: the network is back, or someone signed in again.
  const goOn = () => {
    for (const snippet of open.values()) void snippet.save()
  }
  scope.add(
    connection.$state.listen(({ status }, before) => {
      if (status === 'here' && before?.status !== 'here') goOn()
    }),
  )
  scope.add(account.$hasToReenter.listen((who) => who === null && goOn()))

  return {
    of(ref) {
      let project = projects.get(ref)
      if (!project) {
        projects.set(ref, (project = createProject(ref)))
        for (const id of records.unsaved(ref)) project.open(id)
      }
      return project
    },
    forget,
    dispose: scope.dispose,
  }

  function createProject(ref: string): ProjectSnippets {
    const send = createSnippetSending({ client, queries, host, account, kind }, ref)
    const refresh = () => queries.refresh(listsKey(ref))
    const say = (kind: 'success' | 'error', message: string) => host.notifier.notify({ kind, message })
    const put = (snippet: Snippet) => {
      queries.set(snippetQuery(client, ref, snippet.id), snippet)
      refresh()
    }

    /** @param isFresh it was just created */
    function hold(id: string, isFresh = false): SnippetSession {
      const key = `${ref}/${id}`
      const known = open.get(key)
      if (known) return known
      const draft = drafts.open(draftName(ref, id))
      const record = records.read(ref, id)
      let told = false
      const made: SnippetSession = createOpenSnippet({
        clock: host.clock,
        ref,
        id,
        draft,
        record,
        isNew: isFresh || (record === undefined && draft.$text.get() !== ''),
        write: (next) => records.write(ref, id, next),
        read: () => records.read(ref, id),
        touch: () => saves.touch(key),
        send,
        saved(snippet) {
          told = false
          put(snippet)
          deps.tabs
            .of(ref)
            .rename(`sql-${records.addressOf(ref, id)}`, tabLabelOf(snippet.name, draft.$text.get()))
        },
        notMade(problem) {
          if (told) return
          told = true
          say('error', words.createFailed(problem.message ?? words.noAnswer))
        },
        folderGone: () => say('error', words.folderGone),
        gone: refresh,
      })
      open.set(key, made)
      return made
    }

    const changes = createSnippetChanges({
      ...deps,
      ref,
      records,
      put,
      held: (id) => open.get(`${ref}/${id}`),
      cancel: (id) => saves.cancel(`${ref}/${id}`),
    })

    const self: ProjectSnippets = {
      ...changes,
      folders: createSqlFolders(deps, ref),
      open: (address) =>
        hold(
          records.idOf(ref, address),
          isSheetAddress(address) && !records.read(ref, records.idOf(ref, address)),
        ),
      watch(snippet) {
        const held = hold(snippet.id)
        const query = snippetQuery(client, ref, held.id)
        // A snippet that is only local is not fetched.
        const $query = computed(held.$snippet, ({ isNotSavedInDatabaseYet }) =>
          isNotSavedInDatabaseYet ? null : query,
        )
        return queries.follow<Snippet>($query).subscribe((remote) => {
          if (remote?.status === 'ready') {
            if (remote.staleError?.status === 404) held.missed(remote.staleError, () => undefined)
            else held.adopt(remote.data)
          } else if (remote?.status === 'failed') held.missed(remote.error, remote.retry)
        })
      },
      create({ name, sql, folder_id = null } = {}) {
        const id = newId()
        const meta = { ...NEW_META, ...(name === undefined ? {} : { name }), folder_id }
        records.write(ref, id, newSnippetRecord(meta))
        const made = hold(id, true)
        if (sql !== undefined) made.type(sql)
        return id
      },
      async saveNew({ name, sql }) {
        const id = self.create({ ...(name === undefined ? {} : { name }), sql })
        saves.cancel(`${ref}/${id}`)
        const made = hold(id, true)
        await made.save()
        if (made.$snippet.get().isNotSavedInDatabaseYet) return
        const action = { label: words.viewIt, run: () => deps.show(ref, id) }
        host.notifier.notify({ kind: 'success', message: words.savedAsNew, action })
      },
      keepAsNew(snippet) {
        const { name: old } = snippet.$snippet.get()
        const isGone = snippet.$status.get().status === 'deleted'
        // Its name tells it apart from the one that stays.
        const name = isGone || old === NEW_META.name ? old : words.copyOf(old)
        const id = self.create({ name, sql: snippet.draft.$text.get() })
        self.discard(snippet)
        return id
      },
      discard({ id }) {
        saves.cancel(`${ref}/${id}`)
        open.get(`${ref}/${id}`)?.dispose()
        open.delete(`${ref}/${id}`)
        drafts.drop(draftName(ref, id))
        records.remove(ref, id)
      },
    }
    return self
  }
}
