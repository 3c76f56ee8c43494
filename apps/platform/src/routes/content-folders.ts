/** Folders of snippets. CONTRACT "SQL and content". */
import { randomUUID } from 'node:crypto'
import {
  createFolder,
  deleteFolders,
  listFolder,
  listFolders,
  updateFolder,
  type FolderPage,
  type SqlFolder,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import type { Reader, RowPage } from '../control/snippets.js'
import {
  deleteFolderRows,
  folderById,
  foldersOf,
  holdFolder,
  insertFolder,
  oneMoveAtATime,
  updateFolderRow,
} from '../control/sql-folders.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import { filterOf, readerOf, readPage } from './content-reading.js'

export function folderRoutes(mount: Mount, control: ControlDatabase): void {
  mount.on(listFolders, async (call) => {
    const { query } = call
    const reader = readerOf(call)
    const isEverywhere =
      Boolean(query.name) ||
      Boolean(query.search) ||
      query.favorite !== undefined ||
      query.visibility === 'project'
    const filter = { ...filterOf(query), ...(isEverywhere ? {} : { folderId: null }) }
    const page = await readPage(control, call, filter)
    const hasFolders =
      query.cursor === undefined && query.favorite === undefined && query.visibility !== 'project'
    const folders = hasFolders ? await foldersOf(control, reader, { names: [query.name, query.search] }) : []
    return shown(folders, page)
  })

  mount.on(listFolder, async (call) => {
    const reader = readerOf(call)
    const folder = await requireFolder(control, reader, call.params['id'] ?? '')
    const filter = { ...filterOf(call.query), folderId: folder.id }
    const page = await readPage(control, call, filter)
    const folders =
      call.query.cursor === undefined
        ? await foldersOf(control, reader, {
            parentId: folder.id,
            names: [call.query.name, call.query.search],
          })
        : []
    return shown(folders, page)
  })

  mount.on(
    createFolder,
    async (call) => {
      const reader = readerOf(call)
      const { name, parentId = null } = call.body
      const id = randomUUID()
      const written = await control.write([
        ...(parentId === null ? [] : [holdFolder(reader, parentId)]),
        insertFolder(reader, { id, name, parentId }),
      ])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'folder_exists' : 'folder_not_found')
      return requireFolder(control, reader, id)
    },
    201,
  )

  mount.on(updateFolder, async (call) => {
    const reader = readerOf(call)
    const stored = await requireFolder(control, reader, call.params['id'] ?? '')
    const { name = stored.name, parentId = stored.parent_id } = call.body
    const written = await control.write([
      ...(parentId === null ? [] : [holdFolder(reader, parentId)]),
      oneMoveAtATime(reader),
      updateFolderRow(stored.id, name, parentId),
    ])
    if (written.ok) return requireFolder(control, reader, stored.id)
    if (written.reason === 'taken') throw new DomainError('folder_exists')
    const isParentGone = parentId !== null && written.statement === 0
    // If the row is missing, the folder was just deleted; otherwise it would be inside itself.
    await requireFolder(control, reader, stored.id)
    throw new DomainError(isParentGone ? 'folder_not_found' : 'folder_cycle')
  })

  mount.on(deleteFolders, async (call) => {
    const written = await control.write([deleteFolderRows(readerOf(call), call.query.ids)])
    return written.ok ? (written.rows[0] ?? []).map((id) => ({ id: String(id) })) : []
  })
}

function shown(folders: SqlFolder[], { rows, hasMore, after }: RowPage): FolderPage {
  const last = rows.at(-1)
  return { data: { folders, contents: rows }, ...(hasMore && last ? { cursor: after(last) } : {}) }
}

async function requireFolder(control: ControlDatabase, reader: Reader, id: string): Promise<SqlFolder> {
  const folder = await folderById(control, reader, id)
  if (!folder) throw new DomainError('folder_not_found')
  return folder
}
