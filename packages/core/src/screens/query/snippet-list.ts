/** The list of snippets beside the editor: sections and folders as a tree, search, order, and what is done to each. */
import type { ListedSnippet, SnippetSort } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { listsKey, snippetCountsQuery, type SnippetFilter } from '../../data/content.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createRename, type Rename } from '../../kernel/rename.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { queryLabel, tabLabelOf } from '../../rules/sql/query-label.js'
import {
  SNIPPET_SECTIONS,
  snippetRowKey,
  snippetRowOf,
  snippetTree,
  type SnippetBranch,
  type SnippetSection,
} from '../../rules/documents/snippet-tree.js'
import { folderNames, NEW_FOLDER_ID } from '../../rules/sql/sql-folders.js'
import { NO_SELECTION, remainingSelection, type TreeSelection } from '../../rules/shell/tree-selection.js'
import type { TreeNode } from '../../rules/shell/tree.js'
import { projectControlState } from '../../sessions/account/rights.js'
import { CHANGE_SHARED } from '../../sessions/sql/snippet-sending.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { shortTime } from '../../text/time.js'
import { snippetText } from '../../text/sql-snippets.js'
import type { Needs } from '../context.js'
import { folderActions, selectionActions, snippetActions, type RowAction } from './snippet-actions.js'
import { createSnippetBranches } from './snippet-branches.js'

export interface SnippetRenaming {
  key: string
  kind: 'file' | 'folder'
  label: string
  rename: Rename
}

/** The snippets of the project as a tree beside the editor. */
export interface SnippetList extends Disposable {
  readonly $search: ReadableAtom<string>
  search(words: string): void
  readonly $sort: ReadableAtom<SnippetSort>
  readonly sorts: { value: SnippetSort; label: string }[]
  setSort(sort: SnippetSort): void
  readonly $nodes: ReadableAtom<TreeNode[]>
  readonly $open: ReadableAtom<ReadonlySet<string>>
  /** The row of the snippet that is shown. */
  readonly $chosen: ReadableAtom<string | null>
  /** Snippets that are selected together: what is done to one of them is done to all. */
  readonly $selection: ReadableAtom<TreeSelection>
  select(selection: TreeSelection): void
  maySelect(key: string): boolean
  readonly $renaming: ReadableAtom<SnippetRenaming | undefined>
  /** Why nothing can be shown; null: something can. */
  readonly $failure: ReadableAtom<{ message: string; retry: () => void } | null>
  readonly folderDeletion: Confirmation<{ id: string; name: string }>
  toggle(key: string): void
  /** Opens a snippet, or a branch; asks for more. */
  take(key: string): void
  /** The tab of an opened query stays, instead of being a preview. */
  keep(key: string): void
  rename(key: string): void
  remove(key: string): void
  actionsOf(key: string): RowAction[]
  newQuery(): void
  newFolder(): void
  mayDrag(key: string): boolean
  /** Moves a snippet or a folder to where another row is; onto the favourites marks it. */
  drop(key: string, onto: string): void
}

/** Milliseconds that a word is left alone before it is looked for. */
const SEARCH_MS = 300

export function createSnippetList(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'tabs' | 'lazy'>,
  ref: string,
): SnippetList {
  const { client, queries, host, router } = context
  const scope = createScope()
  const project = sqlWorkOf(context).snippets.of(ref)
  const { folders } = project
  const $sort = atom<SnippetSort>('inserted_at')
  const $search = atom('')
  const $words = atom('')
  const $open = atom<ReadonlySet<string>>(
    new Set(
      [...SNIPPET_SECTIONS, 'found' as const].map((section) => snippetRowKey({ type: 'section', section })),
    ),
  )
  const $nodes = atom<TreeNode[]>([])
  const $selection = atom<TreeSelection>(NO_SELECTION)
  const $renaming = atom<SnippetRenaming | undefined>(undefined)
  const $mayShare = projectControlState(context, ref, CHANGE_SHARED, snippetText.forbidden)
  const $counts = queries.store(snippetCountsQuery(client, ref))
  const retry = () => queries.refresh(listsKey(ref))
  const profileId = () => {
    const profile = context.account.$profile.get()
    return profile.status === 'ready' ? profile.data.id : undefined
  }

  const rebuild = () => {
    const nodes = snippetTree(sections(), $words.get() === '' ? folders.$folders.get() : [], branchIn)
    $nodes.set(nodes)
    const keys = new Set(keysIn(nodes))
    $selection.set(remainingSelection($selection.get(), (key) => keys.has(key)))
  }
  const branches = createSnippetBranches(context, ref, $sort, () => rebuild())
  scope.add(branches.dispose)

  const filterOf = (key: string): SnippetFilter =>
    key === 'found'
      ? { type: 'found', words: $words.get() }
      : key === 'favorites' || key === 'shared' || key === 'private'
        ? { type: key }
        : { type: 'folder', id: key }
  const sections = (): { section: SnippetSection; label: string }[] => {
    if ($words.get() !== '') return [{ section: 'found', label: snippetText.sections.found }]
    const counts = $counts.get()
    return SNIPPET_SECTIONS.map((section) => ({
      section,
      label:
        counts.status === 'ready'
          ? snippetText.counted(snippetText.sections[section], counts.data[section])
          : snippetText.sections[section],
    }))
  }
  const branchIn = (key: string): SnippetBranch => {
    const list = branches.read(filterOf(key))
    if (list.status === 'loading') return { snippets: [], note: snippetText.loading }
    if (list.status === 'failed') return { snippets: [], note: snippetText.listFailed }
    const isEmpty = list.items.length === 0 && !hasFolders(key)
    const empty = snippetText.empty[isSection(key) ? key : 'folder']
    return {
      snippets: list.items.map((snippet) => ({
        id: snippet.id,
        ...said(snippet, host.clock.now(), key === 'found' ? folderOf(snippet) : []),
      })),
      ...(list.hasMore ? { more: list.loadingMore ? snippetText.loadingMore : snippetText.more } : {}),
      ...(isEmpty ? { note: empty } : {}),
    }
  }
  const folderOf = ({ folder_id }: ListedSnippet) => folderNames(folders.$folders.get(), folder_id)
  const hasFolders = (key: string) =>
    folders.$folders.get().some(({ parent_id }) => parent_id === (key === 'private' ? null : key))

  const openBranches = (open: ReadonlySet<string>, before?: ReadonlySet<string>) => {
    const branchKey = (key: string) => {
      const row = snippetRowOf(key)
      return row.type === 'section' ? row.section : row.type === 'folder' ? row.id : undefined
    }
    for (const key of open) {
      const branch = branchKey(key)
      if (branch !== undefined && branch !== NEW_FOLDER_ID && (branch !== 'found' || $words.get() !== ''))
        branches.open(filterOf(branch))
    }
    for (const key of before ?? []) {
      const branch = branchKey(key)
      if (!open.has(key) && branch !== undefined) branches.close(filterOf(branch))
    }
    rebuild()
  }
  scope.add($open.subscribe(openBranches))
  scope.add(
    folders.$folders.listen((now) => {
      // One that is gone is not asked for any longer.
      const isThere = (key: string) => {
        const row = snippetRowOf(key)
        return row.type !== 'folder' || now.some(({ id }) => id === row.id)
      }
      if ([...$open.get()].every(isThere)) rebuild()
      else $open.set(new Set([...$open.get()].filter(isThere)))
    }),
  )
  scope.add($counts.listen(rebuild))
  scope.add($mayShare.listen(() => undefined))
  scope.add(context.account.$profile.listen(() => undefined))
  scope.add($words.listen(() => openBranches($open.get())))
  let stopSearch = () => {}
  scope.add(() => stopSearch())

  const setOpen = (key: string, isOpen: boolean) => {
    const open = new Set($open.get())
    if (isOpen) open.add(key)
    else open.delete(key)
    $open.set(open)
  }
  const showFolder = (id: string | null) => {
    if (id !== null) setOpen(snippetRowKey({ type: 'folder', id }), true)
  }
  const show = (
    id: string,
    listed: Pick<ListedSnippet, 'name' | 'beginning'> | undefined = branches.find(id),
  ) => {
    router.open(router.href('sqlEditor', { ref, id }))
    const project = context.tabs.of(ref)
    // Its tab is named before its text is here.
    if (listed) project.rename(`sql-${project.addressOf(id)}`, tabLabelOf(listed.name, listed.beginning))
  }
  const beginRename = (
    key: string,
    kind: 'file' | 'folder',
    name: () => string,
    commit: (name: string) => void,
  ) => {
    const rename = createRename(name, commit)
    rename.begin()
    $renaming.set({ key, kind, label: snippetText.renameLabel, rename })
    const stop = rename.$typed.listen((typed) => {
      if (typed !== null) return
      stop()
      if ($renaming.get()?.rename === rename) $renaming.set(undefined)
    })
    return rename
  }
  const beginFolder = (parentId: string | null) => {
    if ($words.get() !== '') setWords('')
    setOpen(snippetRowKey({ type: 'section', section: 'private' }), true)
    if (parentId !== null) setOpen(snippetRowKey({ type: 'folder', id: parentId }), true)
    folders.begin(parentId)
    let isNamed = false
    const key = snippetRowKey({ type: 'folder', id: NEW_FOLDER_ID })
    const rename = beginRename(
      key,
      'folder',
      () => '',
      (name) => {
        isNamed = true
        void folders.name(NEW_FOLDER_ID, name)
      },
    )
    // Escape, or no name: the place goes.
    const stop = rename.$typed.listen((typed) => {
      if (typed !== null) return
      stop()
      queueMicrotask(() => !isNamed && void folders.name(NEW_FOLDER_ID, ''))
    })
  }
  const setWords = (words: string) => {
    stopSearch()
    $search.set(words)
    const settle = () => $words.set(words.trim())
    if (words.trim() === '') settle()
    else stopSearch = host.clock.after(SEARCH_MS, settle)
  }
  const deletion = createConfirmation<{ id: string; name: string }>(async (folder) => {
    await folders.remove(folder)
    return { type: 'done', data: undefined }
  })
  const depsOf = (key: string) => ({
    context,
    ref,
    project,
    folders: () => folders.$folders.get(),
    me: profileId,
    mayShare: () => !$mayShare.get().disabled,
    open: show,
    rename: () => self.rename(key),
    newQuery: (folder_id: string | null) => show(project.create({ folder_id })),
    newFolder: beginFolder,
    askToDelete: deletion.ask,
    showFolder,
  })
  const folderById = (id: string) => folders.$folders.get().find((folder) => folder.id === id)
  /** The folder of a row, or the row itself; undefined: a row that can't hold private queries. */
  const folderAt = (key: string): string | null | undefined => {
    const row = snippetRowOf(key)
    if (row.type === 'folder') return row.id
    const parent = row.type === 'section' ? row.section : row.in
    if (parent === 'private') return null
    return isSection(parent) ? undefined : parent
  }

  /** The snippets that an action of a row is about: of a selected one all that are selected. */
  const snippetsOf = (key: string): ListedSnippet[] => {
    const { keys } = $selection.get()
    const ids = [...(keys.has(key) ? keys : [key])].flatMap((one) => {
      const row = snippetRowOf(one)
      return row.type === 'snippet' ? [row.id] : []
    })
    // A favourite is listed twice.
    return [...new Set(ids)].flatMap((id) => branches.find(id) ?? [])
  }

  const self: SnippetList = {
    $search,
    search: setWords,
    $sort,
    sorts: (['inserted_at', 'name'] as const).map((value) => ({ value, label: snippetText.sorts[value] })),
    setSort: (sort) => $sort.set(sort),
    $nodes,
    $open,
    $chosen: computed([router.$route, $nodes], ({ match }, nodes) => {
      const address = match?.name === 'sqlEditor' ? match.params['id'] : undefined
      return address === undefined ? null : chosenIn(nodes, project.open(address).id)
    }),
    $selection,
    select: (selection) => $selection.set(selection),
    maySelect: (key) => snippetRowOf(key).type === 'snippet',
    $renaming,
    $failure: computed($nodes, () => {
      const list = branches.read({ type: 'private' })
      return list.status === 'failed' ? { message: list.error.message, retry } : null
    }),
    folderDeletion: deletion,
    toggle: (key) => setOpen(key, !$open.get().has(key)),
    take(key) {
      const row = snippetRowOf(key)
      if (row.type === 'snippet') show(row.id)
      else if (row.type === 'more') branches.loadMore(filterOf(row.in))
      else if (row.type === 'note') {
        const list = branches.read(filterOf(row.in))
        if (list.status === 'failed') retry()
      } else self.toggle(key)
    },
    keep(key) {
      const row = snippetRowOf(key)
      const project = context.tabs.of(ref)
      if (row.type === 'snippet') project.keep(`sql-${project.addressOf(row.id)}`)
    },
    rename(key) {
      const row = snippetRowOf(key)
      const snippet = row.type === 'snippet' ? branches.find(row.id) : undefined
      if (snippet)
        beginRename(
          key,
          'file',
          () => queryLabel(snippet).label,
          (name) => void project.update(snippet, { name }),
        )
      const folder = row.type === 'folder' ? folderById(row.id) : undefined
      if (folder)
        beginRename(
          key,
          'folder',
          () => folder.name,
          (name) => void folders.name(folder.id, name),
        )
    },
    remove(key) {
      const action = self.actionsOf(key).find(({ id }) => id === 'delete')
      if (action && action.hint === undefined) action.run()
    },
    actionsOf(key) {
      const row = snippetRowOf(key)
      const snippets = snippetsOf(key)
      const [snippet] = snippets
      if (snippets.length > 1) return selectionActions(depsOf(key), snippets)
      if (snippet) return snippetActions(depsOf(key), snippet)
      const folder = row.type === 'folder' ? folderById(row.id) : undefined
      return folder && folder.id !== NEW_FOLDER_ID ? folderActions(depsOf(key), folder) : []
    },
    newQuery: () => show(project.create()),
    newFolder: () => beginFolder(null),
    mayDrag: (key) => ['snippet', 'folder'].includes(snippetRowOf(key).type),
    drop(key, onto) {
      const row = snippetRowOf(key)
      const snippets = snippetsOf(key)
      if (snippets.length > 0 && onto === snippetRowKey({ type: 'section', section: 'favorites' })) {
        for (const snippet of snippets) void project.update(snippet, { favorite: true })
        return
      }
      const folderId = folderAt(onto)
      if (folderId === undefined) return
      for (const snippet of snippets)
        if (snippet.folder_id !== folderId) void project.update(snippet, { folder_id: folderId })
      if (row.type === 'folder' && row.id !== folderId && folderById(row.id)?.parent_id !== folderId)
        void folders.move(row.id, folderId)
      showFolder(folderId)
    },
    dispose: scope.dispose,
  }
  return self
}

function isSection(key: string): key is SnippetSection {
  return key === 'found' || SNIPPET_SECTIONS.some((section) => section === key)
}

function keysIn(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap(({ key, children = [] }) => [key, ...keysIn(children)])
}

/** The last branch counts: a favourite is listed twice. */
function chosenIn(nodes: readonly TreeNode[], id: string): string | null {
  for (const { key, children } of nodes.toReversed()) {
    const row = snippetRowOf(key)
    const found = row.type === 'snippet' && row.id === id ? key : chosenIn(children ?? [], id)
    if (found !== null) return found
  }
  return null
}

function said(
  snippet: ListedSnippet,
  now: number,
  folders: readonly string[],
): { label: string; detail?: string } {
  const { label, isUnnamed } = queryLabel(snippet)
  const details = [
    ...(folders.length > 0 ? [snippetText.inFolder(folders)] : []),
    ...(isUnnamed ? [shortTime(Date.parse(snippet.updated_at), now)] : []),
  ]
  return details.length > 0 ? { label, detail: details.join(' · ') } : { label }
}
