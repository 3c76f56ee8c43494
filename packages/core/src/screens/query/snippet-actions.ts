/** What can be done to a row of the list of snippets: by its menu, by keys, and by dragging. */
import type { ListedSnippet } from '@basedeck/platform-client'
import { copyText } from '../../kernel/copy-text.js'
import { foldersToMoveInto, NEW_FOLDER_ID, type ShownFolder } from '../../rules/sql/sql-folders.js'
import { snippetText } from '../../text/sql-snippets.js'
import type { ProjectSnippets } from '../../sessions/sql/snippets.js'
import type { Needs } from '../context.js'

/** An entry of a row's menu. */
export interface RowAction {
  id: string
  label: string
  /** Why it can't be done now. */
  hint?: string
  isDangerous?: boolean
  run(): void
  /** Of an entry that opens others. */
  choices?: RowAction[]
}

export interface SnippetActionDeps {
  context: Needs<'host' | 'router'>
  ref: string
  project: ProjectSnippets
  folders(): ShownFolder[]
  /** Profile id of the user. */
  me(): string | undefined
  mayShare(): boolean
  /** `listed`: what its tab is called before its text is here; default: as it is listed. */
  open(id: string, listed?: Pick<ListedSnippet, 'name' | 'beginning'>): void
  rename(): void
  newQuery(folderId: string | null): void
  newFolder(parentId: string | null): void
  askToDelete(folder: { id: string; name: string }): void
  /** Opens the folder into which a query was moved; null: outside of folders. */
  showFolder(id: string | null): void
}

const text = snippetText.actions

export function snippetActions(deps: SnippetActionDeps, snippet: ListedSnippet): RowAction[] {
  const { context, ref, project } = deps
  const isShared = snippet.visibility === 'project'
  const isMine = snippet.owner_id === deps.me()
  const forbidden = isShared && !deps.mayShare() ? { hint: snippetText.forbidden } : {}
  const update = (changes: Parameters<ProjectSnippets['update']>[1]) => () =>
    void project.update(snippet, changes)
  return [
    { id: 'open', label: text.open, run: () => deps.open(snippet.id) },
    { id: 'rename', label: text.rename, run: deps.rename, ...forbidden },
    {
      id: 'favorite',
      label: snippet.favorite ? text.unfavorite : text.favorite,
      run: update({ favorite: !snippet.favorite }),
    },
    {
      id: 'duplicate',
      label: text.duplicate,
      async run() {
        const made = await project.duplicate(snippet)
        if (made) deps.open(made.id, made)
      },
    },
    isShared
      ? {
          id: 'unshare',
          label: text.unshare,
          run: update({ visibility: 'user' }),
          ...(isMine ? forbidden : { hint: snippetText.onlyOwner }),
        }
      : {
          id: 'share',
          label: text.share,
          run: update({ visibility: 'project' }),
          ...(deps.mayShare()
            ? snippet.folder_id === null
              ? {}
              : { hint: snippetText.sharedInFolder }
            : { hint: snippetText.forbidden }),
        },
    {
      id: 'copy-link',
      label: text.copyLink,
      async run() {
        const href = context.router.href('sqlEditor', { ref, id: snippet.id })
        const address = context.host.navigation.address?.(href) ?? href
        if (await copyText(context.host, address))
          context.host.notifier.notify({ kind: 'success', message: snippetText.linkCopied })
      },
    },
    ...(isShared
      ? []
      : [
          moveAction(
            deps.folders().filter(({ id }) => id !== snippet.folder_id),
            snippet.folder_id !== null,
            (folder_id) => {
              void project.update(snippet, { folder_id })
              deps.showFolder(folder_id)
            },
          ),
        ]),
    {
      id: 'delete',
      label: text.delete,
      isDangerous: true,
      run: () => void project.remove([snippet]),
      ...forbidden,
    },
  ]
}

/** What can be done to several snippets at once. */
export function selectionActions(
  {
    project,
    folders,
    mayShare,
    showFolder,
  }: Pick<SnippetActionDeps, 'project' | 'folders' | 'mayShare' | 'showFolder'>,
  snippets: readonly ListedSnippet[],
): RowAction[] {
  const updateAll = async (changes: Parameters<ProjectSnippets['update']>[1]) => {
    for (const snippet of snippets) await project.update(snippet, changes)
  }
  const isAnyShared = snippets.some(({ visibility }) => visibility === 'project')
  const move = moveAction(
    folders(),
    snippets.some(({ folder_id }) => folder_id !== null),
    (folder_id) => {
      void updateAll({ folder_id })
      showFolder(folder_id)
    },
  )
  return [
    { id: 'favorite', label: text.favoriteAll, run: () => void updateAll({ favorite: true }) },
    isAnyShared ? { ...move, hint: snippetText.sharedInFolder } : move,
    {
      id: 'delete',
      label: text.deleteAll(snippets.length),
      isDangerous: true,
      run: () => void project.remove(snippets),
      ...(isAnyShared && !mayShare() ? { hint: snippetText.forbidden } : {}),
    },
  ]
}

export function folderActions(deps: SnippetActionDeps, folder: ShownFolder): RowAction[] {
  const { id, name, parent_id } = folder
  return [
    { id: 'rename', label: text.rename, run: deps.rename },
    { id: 'new-query', label: text.newInFolder, run: () => deps.newQuery(id) },
    { id: 'new-folder', label: text.newFolderInFolder, run: () => deps.newFolder(id) },
    moveAction(
      foldersToMoveInto(deps.folders(), id),
      parent_id !== null,
      (parent) => void deps.project.folders.move(id, parent),
    ),
    { id: 'delete', label: text.delete, isDangerous: true, run: () => deps.askToDelete({ id, name }) },
  ]
}

function moveAction(
  folders: readonly ShownFolder[],
  isInFolder: boolean,
  move: (folderId: string | null) => void,
): RowAction {
  const choices = [
    ...(isInFolder ? [{ id: 'move-out', label: text.noFolder, run: () => move(null) }] : []),
    ...folders
      .filter(({ id }) => id !== NEW_FOLDER_ID)
      .map(({ id, name }) => ({ id: `move-${id}`, label: name, run: () => move(id) })),
  ]
  return {
    id: 'move',
    label: text.move,
    run: () => undefined,
    choices,
    ...(choices.length === 0 ? { hint: snippetText.noFolders } : {}),
  }
}
