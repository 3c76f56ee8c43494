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
import { DomainError } from '../domain-error.js'
import type { Mount } from './mount.js'
import { filterOf, readerOf, readPage, type Place } from './content-reading.js'
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
    async ({ body, origin, ...place }) => {
      requireOwn(place, body)
      const { id = randomUUID(), folder_id = null, content } = body
      const favorite = body.favorite ?? content.favorite ?? false
      const given = { ownerId: place.caller.id, folderId: folder_id, sql: content.sql, saveId: null }
      const row = { ...body, id, ...given }
      return insert(control, place, origin, row, favorite)
    },
    201,
  )

  mount.on(saveSnippet, async ({ body, origin, ...place }) => {
    if (body.project_id !== undefined && body.project_id !== place.project.id)
      throw new DomainError('invalid_body', requestText.otherProject)
    const stored = await snippetById(control, readerOf(place), body.id)
    const favorite = body.favorite ?? body.content?.favorite
    if (!stored) {
      // A snippet that the client has read and that is missing was deleted; a save must not restore it.
      if (typeof body.expected_updated_at === 'string') throw new DomainError('snippet_not_found')
      requireOwn(place, body)
      const { description = '', folder_id: folderId = null, content } = body
      const given = { ownerId: place.caller.id, description, folderId, saveId: body.save_id ?? null }
      const row = { ...body, ...given, sql: content?.sql ?? '' }
      return insert(control, place, origin, row, favorite ?? false)
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
      saveId: body.save_id ?? null,
    }
    const statements = isChanged(stored, row) ? changeOf(place, origin, stored, row) : []
    if (favorite !== undefined && favorite !== stored.favorite)
      statements.push(markFavorite(row.id, place.caller.id, favorite))
    if (statements.length === 0) return stored
    const written = await control.write(statements)
    if (written.ok) return requireSnippet(control, place, row.id)
    if (written.reason === 'mismatch' && row.folderId !== null && written.statement === 0)
      throw new DomainError('folder_not_found')
    throw new DomainError('stale', undefined, {
      more: { stored: await requireSnippet(control, place, row.id) },
    })
  })

  mount.on(deleteSnippets, async ({ query, origin, ...place }) => change(place, origin, query.ids, true))
  mount.on(restoreSnippets, async ({ body, origin, ...place }) => change(place, origin, body.ids, false))

  async function change(place: Place, origin: Origin, ids: readonly string[], deleted: boolean) {
    const found = await snippetsToDelete(control, readerOf(place), ids, {
      alsoShared: mayShare(place),
      deleted: !deleted,
    })
    if (found.length === 0) return []
    const shared = found.filter(({ visibility }) => visibility === 'project')
    await control.write([
      setDeleted(
        found.map(({ id }) => id),
        deleted,
      ),
      ...shared.map(({ name }) => audit(place, origin, deleted ? 'delete' : 'restore', name)),
    ])
    return found.map(({ id }) => ({ id }))
  }

  folderRoutes(mount, control)
}

async function insert(
  control: ControlDatabase,
  place: Place,
  origin: Origin,
  row: SnippetRow,
  favorite: boolean,
): Promise<Snippet> {
  requireFitting(row)
  if (row.visibility === 'project') requireSharing(place)
  const written = await control.write([
    ...(row.folderId === null ? [] : [holdFolder(readerOf(place), row.folderId)]),
    insertSnippet(place.project.id, row),
    ...(favorite ? [markFavorite(row.id, place.caller.id, true)] : []),
    ...(row.visibility === 'project' ? [audit(place, origin, 'share', row.name)] : []),
  ])
  if (!written.ok) throw new DomainError(written.reason === 'taken' ? 'snippet_exists' : 'folder_not_found')
  return requireSnippet(control, place, row.id)
}

/** The statements that change a snippet. The folder comes first, so that a mismatch tells which one failed. */
function changeOf(place: Place, origin: Origin, stored: Snippet, row: SnippetRow): ControlStatement[] {
  requireFitting(row)
  const isOwner = stored.owner_id === place.caller.id
  if (stored.visibility === 'project' || row.visibility === 'project') requireSharing(place)
  // Another member's snippet would disappear for its owner.
  if (!isOwner && row.visibility === 'user') throw new DomainError('forbidden')
  return [
    ...(row.folderId === null ? [] : [holdFolder(readerOf(place), row.folderId)]),
    updateSnippet(row, stored.updated_at),
    ...(stored.visibility !== row.visibility
      ? [audit(place, origin, row.visibility === 'project' ? 'share' : 'unshare', row.name)]
      : row.visibility === 'project'
        ? [auditOnce(place.caller, origin, changed(place, row), CHANGED_AGAIN_MINUTES)]
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
  { caller, project }: Place,
  { owner_id, project_id }: { owner_id?: string | undefined; project_id?: number | undefined },
): void {
  if (owner_id !== undefined && owner_id !== caller.id)
    throw new DomainError('invalid_body', requestText.newOwner)
  if (project_id !== undefined && project_id !== project.id)
    throw new DomainError('invalid_body', requestText.otherProject)
}

function mayShare({ caller, project }: Place): boolean {
  return isAllowed(caller, project.organization.slug, {
    action: 'update',
    resource: 'shared_snippets',
    projectRef: project.ref,
  })
}

function requireSharing(place: Place): void {
  if (!mayShare(place)) throw new DomainError('forbidden')
}

async function requireSnippet(control: ControlDatabase, place: Place, id: string): Promise<Snippet> {
  const found = await snippetById(control, readerOf(place), id)
  if (!found) throw new DomainError('snippet_not_found')
  return found
}

function audit(place: Place, origin: Origin, what: string, target: string): ControlStatement {
  return auditStatement(place.caller, origin, { ...inProject(place), action: `snippet.${what}`, target })
}

/** A shared text is saved while it is typed, so it gets at most one audit entry per hour. */
const CHANGED_AGAIN_MINUTES = 60

function changed(place: Place, { id, name }: SnippetRow): AuditedChange {
  return { ...inProject(place), action: 'snippet.change', target: name, detail: { id } }
}

function inProject({ project }: Place) {
  return { organizationId: project.organization.id, projectRef: project.ref }
}
