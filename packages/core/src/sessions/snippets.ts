/**
 * The snippets of a deck's projects: those that are open, each once; what is done to one from a list; what was not saved
 * goes on by itself when the platform is there again.
 * @spec §4, §8
 */
import {
  createSnippet,
  deleteSnippets,
  getSnippet,
  newId,
  PlatformError,
  restoreSnippets,
  saveSnippet,
  toPlatformError,
  type Client,
  type ListedSnippet,
  type Snippet,
} from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { listsKey, snippetQuery } from '../data/content.js'
import { projectQuery } from '../data/projects.js'
import { createDebounceEach } from '../kernel/debounce-each.js'
import type { Queries, Remote } from '../kernel/query-store.js'
import { createScope, type Disposable } from '../kernel/screen.js'
import type { Host } from '../ports/index.js'
import {
  AUTOSAVE_MS,
  isSharedInFolder,
  isSnippetId,
  missingForSave,
  SAVE_TIMEOUT_MS,
} from '../rules/snippet-saving.js'
import { snippetText } from '../text/sql-snippets.js'
import type { Account } from './account.js'
import type { Connection } from './connection.js'
import type { Drafts } from './drafts.js'
import {
  createOpenSnippet,
  NEW_META,
  type HeldSnippet,
  type LocalSnippet,
  type OpenSnippet,
} from './open-snippet.js'
import { createSnippetRecords, type SnippetMeta } from './snippet-records.js'
import { createSqlFolders, type SqlFolders } from './sql-folders.js'

export interface Snippets extends Disposable {
  of(ref: string): ProjectSnippets
  /** Nothing of whoever was here stays in memory; their texts stay on this device. */
  forget(): void
}

export interface ProjectSnippets {
  readonly folders: SqlFolders
  /** The snippet of an address; one object per snippet. */
  open(address: string): OpenSnippet
  /** Asks for it as long as someone is looking; the returned function ends that. */
  watch(snippet: OpenSnippet): () => void
  /** The id of a new snippet, which is in the database once it was changed. */
  create(given?: { name?: string; sql?: string; folder_id?: string | null }): string
  /** A text of somewhere else becomes a snippet at once, and says where it is. */
  saveNew(given: { name?: string; sql: string }): Promise<void>
  /** A snippet of a list gets another name, folder, mark or visibility. */
  update(listed: ListedSnippet, changes: Partial<SnippetMeta>): Promise<void>
  duplicate(listed: ListedSnippet): Promise<string | undefined>
  /** Says so, with the way back. */
  remove(listed: Pick<ListedSnippet, 'id' | 'name'>): Promise<boolean>
  /** The text of a deleted snippet becomes a new one. @returns its id */
  keepAsNew(snippet: OpenSnippet): string
  /** Its text is not wanted any longer. */
  discard(snippet: OpenSnippet): void
}

export interface SnippetsDeps {
  host: Pick<Host, 'storage' | 'clock' | 'notifier' | 'log'>
  client: Client
  queries: Queries
  drafts: Drafts
  account: Pick<Account, '$profile' | '$person' | '$hasToReenter'>
  connection: Pick<Connection, '$state'>
  tabs: {
    of(ref: string): { rename(id: string, label: string): void; forget(type: 'sql', id: string): void }
  }
  /** Shows a snippet. */
  show(ref: string, id: string): void
}

export function createSnippets(deps: SnippetsDeps): Snippets {
  const { host, client, queries, drafts, account, connection } = deps
  const scope = createScope()
  const owner = () => account.$person.get()?.id
  const open = new Map<string, HeldSnippet>()
  const projects = new Map<string, ProjectSnippets>()
  const draftName = (ref: string, id: string) => `${ref}/${records.addressOf(ref, id)}`
  const records = createSnippetRecords(host, owner, (ref, id) => {
    if (!open.has(`${ref}/${id}`)) drafts.drop(draftName(ref, id))
  })
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
  // Whatever held a save up is over: the network is back, or the person.
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
    const $project = queries.store(projectQuery(client, ref))
    const call = async <Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
      const controller = new AbortController()
      const stop = host.clock.after(SAVE_TIMEOUT_MS, () => controller.abort())
      try {
        return await send(controller.signal)
      } finally {
        stop()
      }
    }
    const refresh = () => queries.refresh(listsKey(ref))
    const say = (kind: 'success' | 'error', message: string) => host.notifier.notify({ kind, message })
    const put = (snippet: Snippet) => {
      queries.set(snippetQuery(client, ref, snippet.id), snippet)
      refresh()
    }

    /** Undefined when something is missing: it is then logged, and nothing is sent. */
    async function send(snippet: LocalSnippet, sql: string, changed: ReadonlySet<string>) {
      const [project, profile] = await Promise.all([settled($project), settled(account.$profile)])
      const missing = missingForSave({ ref, project, profile })
      if (missing !== undefined || !project || !profile) {
        host.log?.(snippetText.missing[missing ?? 'profile'])
        return undefined
      }
      const { id, name, description, visibility, favorite, base } = snippet
      const isFolderSent = base === null || changed.has('folder_id')
      return call((signal) =>
        client.call(
          saveSnippet,
          {
            params: { ref },
            body: {
              id,
              type: 'sql',
              name,
              description,
              visibility,
              project_id: project.id,
              owner_id: snippet.owner_id ?? profile.id,
              favorite,
              content: { content_id: id, favorite, sql },
              ...(isFolderSent ? { folder_id: snippet.folder_id } : {}),
              ...(base === null ? {} : { expected_updated_at: base }),
            },
          },
          { signal },
        ),
      )
    }

    /** @param isFresh it was made just now */
    function hold(id: string, isFresh = false): HeldSnippet {
      const key = `${ref}/${id}`
      const known = open.get(key)
      if (known) return known
      const draft = drafts.open(draftName(ref, id))
      const record = records.read(ref, id)
      // An earlier life of the page may have sent it, and not heard the answer.
      let mayBeThere = !isFresh && (record?.base ?? null) === null
      let told = false
      const made: HeldSnippet = createOpenSnippet({
        clock: host.clock,
        ref,
        id,
        draft,
        record,
        isNew: isFresh || (record === undefined && draft.$text.get() !== ''),
        write: (next) => records.write(ref, id, next),
        read: () => records.read(ref, id),
        touch: () => saves.touch(key),
        async send(snippet, ...more) {
          const found = mayBeThere && snippet.base === null ? await readIfThere(id) : undefined
          mayBeThere = false
          if (found)
            throw new PlatformError('http', '', { status: 409, code: 'stale', body: { stored: found } })
          return send(snippet, ...more)
        },
        saved(snippet) {
          told = false
          put(snippet)
          deps.tabs.of(ref).rename(`sql-${records.addressOf(ref, id)}`, snippet.name)
        },
        notMade(problem) {
          if (told) return
          told = true
          const message = 'message' in problem ? problem.message : undefined
          say('error', snippetText.createFailed(message ?? snippetText.noAnswer))
        },
        folderGone: () => say('error', snippetText.folderGone),
      })
      open.set(key, made)
      return made
    }

    /** The stored one; undefined: there is none. @throws PlatformError */
    async function readIfThere(id: string): Promise<Snippet | undefined> {
      return client.call(getSnippet, { params: { ref, id } }).catch((error: unknown) => {
        if (error instanceof PlatformError && error.code === 'snippet_not_found') return undefined
        throw error
      })
    }

    async function change(listed: ListedSnippet, changes: Partial<SnippetMeta>): Promise<Snippet> {
      const { id, owner_id, type } = listed
      const put = (stored: Pick<ListedSnippet, 'name' | 'visibility' | 'updated_at'>) => {
        const { name = stored.name, visibility = stored.visibility, ...rest } = changes
        const body = { id, type, name, visibility, owner_id, expected_updated_at: stored.updated_at }
        const { description, folder_id, favorite } = rest
        return client.call(saveSnippet, {
          params: { ref },
          body: {
            ...body,
            ...(description === undefined ? {} : { description }),
            ...(folder_id === undefined ? {} : { folder_id }),
            ...(favorite === undefined ? {} : { favorite }),
          },
        })
      }
      try {
        return await put(listed)
      } catch (error) {
        // Its text was saved meanwhile: a name or a place is no conflict with that.
        if (!(error instanceof PlatformError) || error.code !== 'stale') throw error
        return put((error.body as { stored: Snippet }).stored)
      }
    }

    async function restore(ids: string[], name: string): Promise<void> {
      try {
        await client.call(restoreSnippets, { params: { ref }, body: { ids } })
        for (const id of ids) {
          const record = records.read(ref, id)
          if (record) records.write(ref, id, { ...record, isDeleted: false })
          open.get(`${ref}/${id}`)?.setDeleted(false)
        }
        say('success', snippetText.restored(name))
      } catch (error) {
        say('error', snippetText.restoreFailed(toPlatformError(error).message))
      }
      refresh()
    }

    const self: ProjectSnippets = {
      folders: createSqlFolders(deps, ref),
      open: (address) =>
        hold(
          records.idOf(ref, address),
          !isSnippetId(address) && !records.read(ref, records.idOf(ref, address)),
        ),
      watch(snippet) {
        const held = hold(snippet.id)
        const query = snippetQuery(client, ref, held.id)
        // What is only here is not asked for.
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
        records.write(ref, id, { meta, base: null, needsSave: false, changed: [], isDeleted: false })
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
        const action = { label: snippetText.viewIt, run: () => deps.show(ref, id) }
        host.notifier.notify({ kind: 'success', message: snippetText.savedAsNew, action })
      },
      async update(listed, changes) {
        if (isSharedInFolder({ ...listed, ...changes })) return say('error', snippetText.sharedInFolder)
        const held = open.get(`${ref}/${listed.id}`)
        const isOpen = held !== undefined && held.$status.get().status === 'ready'
        if (isOpen) {
          held.update(changes)
          saves.cancel(`${ref}/${listed.id}`)
          await held.save()
          return
        }
        try {
          const changed = await change(listed, changes)
          const record = records.read(ref, listed.id)
          if (record?.base === listed.updated_at)
            records.write(ref, listed.id, { ...record, meta: metaOf(changed), base: changed.updated_at })
          put(changed)
          if (changes.name !== undefined)
            deps.tabs.of(ref).rename(`sql-${records.addressOf(ref, listed.id)}`, changes.name)
        } catch (error) {
          say('error', snippetText.changeFailed(toPlatformError(error).message))
          refresh()
        }
      },
      async duplicate(listed) {
        try {
          const held = open.get(`${ref}/${listed.id}`)
          const sql =
            held?.$status.get().status === 'ready'
              ? held.draft.$text.get()
              : (await client.call(getSnippet, { params: { ref, id: listed.id } })).content.sql
          const made = await client.call(createSnippet, {
            params: { ref },
            body: {
              name: snippetText.copyOf(listed.name).slice(-NAME_MAX),
              description: listed.description,
              // A copy of what is shared is one's own.
              ...(listed.visibility === 'user' && listed.folder_id !== null
                ? { folder_id: listed.folder_id }
                : {}),
              content: { sql },
            },
          })
          put(made)
          return made.id
        } catch (error) {
          say('error', snippetText.createFailed(toPlatformError(error).message))
          return undefined
        }
      },
      async remove({ id, name }) {
        try {
          const gone = await client.call(deleteSnippets, { params: { ref }, query: { ids: [id] } })
          refresh()
          if (gone.length === 0) {
            say('error', snippetText.deleteFailed(snippetText.notDeletable))
            return false
          }
          const record = records.read(ref, id)
          if (record) records.write(ref, id, { ...record, isDeleted: true })
          open.get(`${ref}/${id}`)?.setDeleted(true)
          deps.tabs.of(ref).forget('sql', records.addressOf(ref, id))
          host.notifier.notify({
            kind: 'success',
            message: snippetText.deleted(1, name),
            action: { label: snippetText.undo, run: () => void restore([id], name) },
          })
          return true
        } catch (error) {
          say('error', snippetText.deleteFailed(toPlatformError(error).message))
          return false
        }
      },
      keepAsNew(snippet) {
        const { name } = snippet.$snippet.get()
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

/** Characters of a name. */
const NAME_MAX = 100

function metaOf({
  name,
  description,
  visibility,
  folder_id,
  favorite,
  owner_id,
}: ListedSnippet): SnippetMeta {
  return { name, description, visibility, folder_id, favorite, owner_id }
}

/** What a datum is, once that is known; undefined when it can't be had. */
function settled<Data>($remote: ReadableAtom<Remote<Data>>): Promise<Data | undefined> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined
    let isOver = false
    stop = $remote.subscribe((remote) => {
      if (isOver || remote.status === 'loading') return
      isOver = true
      resolve(remote.status === 'ready' ? remote.data : undefined)
      stop?.()
    })
    if (isOver) stop()
  })
}
