/** Snippets: reading, saving, sharing, deleting and taking that back. CONTRACT "SQL and content". */
import { randomUUID } from 'node:crypto'
import {
  countSnippets,
  createSnippet,
  deleteSnippets,
  getSnippet,
  listSnippets,
  restoreSnippets,
  saveSnippet,
  SNIPPET_LIMIT_BYTES,
  type Snippet,
} from '@basedeck/platform-client/contract'
import type { Origin } from '../access/caller.js'
import { isAllowed } from '../access/permission.js'
import { auditOnce, auditStatement, type AuditedChange } from '../control/audit.js'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import {
  insertSnippet,
  markFavorite,
  setDeleted,
  snippetById,
  snippetCounts,
  snippetsToDelete,
  updateSnippet,
  withTexts,
  type SnippetRow,
} from '../control/snippets.js'
import { holdFolder } from '../control/sql-folders.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import { filterOf, readerOf, readPage, type ContentCall } from './content-reading.js'
import { folderRoutes } from './content-folders.js'
import { requestText } from '../text/errors.js'

export function contentRoutes(mount: Mount, { control }: { control: ControlDatabase }): void {
  mount.on(listSnippets, async (call) => {
    const page = await readPage(control, call, filterOf(call.query))
    const ids = page.rows.map(({ id }) => id)
    const data = ids.length === 0 ? [] : await withTexts(control, readerOf(call), ids)
    const last = data.at(-1)
    const isCut = last !== undefined && last.id !== ids.at(-1)
    return { data, ...(last && (isCut || page.hasMore) ? { cursor: page.after(last) } : {}) }
  })

  mount.on(countSnippets, (call) => snippetCounts(control, readerOf(call), call.query))

  mount.on(getSnippet, async (call) => requireSnippet(control, call, call.params['id'] ?? ''))

  mount.on(
    createSnippet,
    async ({ body, origin, ...call }) => {
      requireOwn(call, body)
      const { id = randomUUID(), folder_id = null, content } = body
      const favorite = body.favorite ?? content.favorite ?? false
      const person = { ownerId: call.caller.id, savedBy: call.caller.id }
      const given = { ...person, folderId: folder_id, sql: content.sql, saveId: null }
      const row = { ...body, id, ...given }
      return insert(control, call, origin, row, favorite)
    },
    201,
  )

  mount.on(saveSnippet, async ({ body, origin, ...call }) => {
    if (body.project_id !== undefined && body.project_id !== call.project.id)
      throw new DomainError('invalid_body', requestText.otherProject)
    const stored = await snippetById(control, readerOf(call), body.id)
    const favorite = body.favorite ?? body.content?.favorite
    if (!stored) {
      // A snippet that the client has read and that is missing was deleted; a save must not restore it.
      if (typeof body.expected_updated_at === 'string') throw new DomainError('snippet_not_found')
      requireOwn(call, body)
      const { description = '', folder_id: folderId = null, content } = body
      const person = { ownerId: call.caller.id, savedBy: call.caller.id }
      const given = { ...person, description, folderId, saveId: body.save_id ?? null }
      const row = { ...body, ...given, sql: content?.sql ?? '' }
      return insert(control, call, origin, row, favorite ?? false)
    }
    if (body.owner_id !== stored.owner_id) throw new DomainError('invalid_body', requestText.keepsOwner)
    const isExpected =
      body.expected_updated_at === undefined || body.expected_updated_at === stored.updated_at
    const isOwn = stored.save_id !== null && body.after_saves?.includes(stored.save_id) === true
    if (!isExpected && !isOwn) throw new DomainError('stale', undefined, { more: { stored } })
    const row = {
      id: body.id,
      ownerId: stored.owner_id,
      type: body.type,
      visibility: body.visibility,
      name: body.name,
      description: body.description ?? stored.description,
      folderId: body.folder_id === undefined ? stored.folder_id : body.folder_id,
      sql: body.content?.sql ?? stored.content.sql,
      savedBy: call.caller.id,
      saveId: body.save_id ?? null,
    }
    const statements = isChanged(stored, row) ? changeOf(call, origin, stored, row) : []
    if (favorite !== undefined && favorite !== stored.favorite)
      statements.push(markFavorite(row.id, call.caller.id, favorite))
    if (statements.length === 0) return stored
    const written = await control.write(statements)
    if (written.ok) return requireSnippet(control, call, row.id)
    if (written.reason === 'mismatch' && row.folderId !== null && written.statement === 0)
      throw new DomainError('folder_not_found')
    throw new DomainError('stale', undefined, {
      more: { stored: await requireSnippet(control, call, row.id) },
    })
  })

  mount.on(deleteSnippets, async ({ query, origin, ...call }) => change(call, origin, query.ids, true))
  mount.on(restoreSnippets, async ({ body, origin, ...call }) => change(call, origin, body.ids, false))

  async function change(call: ContentCall, origin: Origin, ids: readonly string[], deleted: boolean) {
    const found = await snippetsToDelete(control, readerOf(call), ids, {
      alsoShared: mayShare(call),
      deleted: !deleted,
    })
    if (found.length === 0) return []
    const shared = found.filter(({ visibility }) => visibility === 'project')
    await control.write([
      setDeleted(
        found.map(({ id }) => id),
        deleted,
      ),
      ...shared.map(({ name }) => audit(call, origin, deleted ? 'delete' : 'restore', name)),
    ])
    return found.map(({ id }) => ({ id }))
  }

  folderRoutes(mount, control)
}

async function insert(
  control: ControlDatabase,
  call: ContentCall,
  origin: Origin,
  row: SnippetRow,
  favorite: boolean,
): Promise<Snippet> {
  requireFitting(row)
  if (row.visibility === 'project') requireSharing(call)
  const written = await control.write([
    ...(row.folderId === null ? [] : [holdFolder(readerOf(call), row.folderId)]),
    insertSnippet(call.project.id, row),
    ...(favorite ? [markFavorite(row.id, call.caller.id, true)] : []),
    ...(row.visibility === 'project' ? [audit(call, origin, 'share', row.name)] : []),
  ])
  if (!written.ok) throw new DomainError(written.reason === 'taken' ? 'snippet_exists' : 'folder_not_found')
  return requireSnippet(control, call, row.id)
}

/** The statements that change a snippet. The folder comes first, so that a mismatch tells which one failed. */
function changeOf(call: ContentCall, origin: Origin, stored: Snippet, row: SnippetRow): ControlStatement[] {
  requireFitting(row)
  const isOwner = stored.owner_id === call.caller.id
  if (stored.visibility === 'project' || row.visibility === 'project') requireSharing(call)
  // Another member's snippet would disappear for its owner.
  if (!isOwner && row.visibility === 'user') throw new DomainError('forbidden')
  return [
    ...(row.folderId === null ? [] : [holdFolder(readerOf(call), row.folderId)]),
    updateSnippet(row, stored.updated_at),
    ...(stored.visibility !== row.visibility
      ? [audit(call, origin, row.visibility === 'project' ? 'share' : 'unshare', row.name)]
      : row.visibility === 'project'
        ? [auditOnce(call.caller, origin, changed(call, row), CHANGED_AGAIN_MINUTES)]
        : []),
  ]
}

function isChanged(stored: Snippet, row: SnippetRow): boolean {
  return (
    stored.type !== row.type ||
    stored.visibility !== row.visibility ||
    stored.name !== row.name ||
    stored.description !== row.description ||
    stored.folder_id !== row.folderId ||
    stored.content.sql !== row.sql
  )
}

function requireFitting({ visibility, folderId, sql }: SnippetRow): void {
  if (visibility === 'project' && folderId !== null) throw new DomainError('shared_in_folder')
  if (Buffer.byteLength(sql) > SNIPPET_LIMIT_BYTES) throw new DomainError('snippet_too_large')
}

function requireOwn(
  { caller, project }: ContentCall,
  { owner_id, project_id }: { owner_id?: string | undefined; project_id?: number | undefined },
): void {
  if (owner_id !== undefined && owner_id !== caller.id)
    throw new DomainError('invalid_body', requestText.newOwner)
  if (project_id !== undefined && project_id !== project.id)
    throw new DomainError('invalid_body', requestText.otherProject)
}

function mayShare({ caller, project }: ContentCall): boolean {
  return isAllowed(caller, project.organization.slug, {
    action: 'update',
    resource: 'shared_snippets',
    projectRef: project.ref,
  })
}

function requireSharing(call: ContentCall): void {
  if (!mayShare(call)) throw new DomainError('forbidden')
}

async function requireSnippet(control: ControlDatabase, call: ContentCall, id: string): Promise<Snippet> {
  const found = await snippetById(control, readerOf(call), id)
  if (!found) throw new DomainError('snippet_not_found')
  return found
}

function audit(call: ContentCall, origin: Origin, what: string, target: string): ControlStatement {
  return auditStatement(call.caller, origin, { ...inProject(call), action: `snippet.${what}`, target })
}

/** A shared text is saved while it is typed, so it gets at most one audit entry per hour. */
const CHANGED_AGAIN_MINUTES = 60

function changed(call: ContentCall, { id, name }: SnippetRow): AuditedChange {
  return { ...inProject(call), action: 'snippet.change', target: name, detail: { id } }
}

function inProject({ project }: ContentCall) {
  return { organizationId: project.organization.id, projectRef: project.ref }
}
