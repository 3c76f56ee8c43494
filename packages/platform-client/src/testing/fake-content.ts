/** The snippets and folders of the fake platform. */
import type * as v from 'valibot'
import {
  countSnippets,
  createFolder,
  createSnippet,
  deleteFolders,
  deleteSnippets,
  getSnippet,
  listFolder,
  listFolders,
  listSnippets,
  restoreSnippets,
  saveSnippet,
  SNIPPET_LIMIT_BYTES,
  SNIPPET_PAGE_SIZE,
  WORDLESS_LINES,
  snippetListQuery,
  updateFolder,
  type FolderPage,
  type ListedSnippet,
  type Snippet,
  type SqlFolder,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeCall, type FakeRoute } from './fake-route.js'
import { checkStale, projectOf, record, tick, type FakeWorld } from './fake-world.js'

/** The snippets and folders that the fake platform holds. A test reads and changes the lists directly. */
export interface FakeContent {
  snippets: Snippet[]
  folders: SqlFolder[]
  /** Deleted ones, which can come back. */
  deleted: Snippet[]
}

export function createFakeContent(): FakeContent {
  return { snippets: [], folders: [], deleted: [] }
}

type ListCall = FakeCall & { query: v.InferOutput<typeof snippetListQuery> }

export function contentRoutes(world: FakeWorld, content: FakeContent): FakeRoute[] {
  const project = ({ params }: FakeCall) => projectOf(world, params['ref']).project
  const me = () => world.caller.profile
  const person = () => ({ id: me().id, username: me().username })
  const visible = (call: FakeCall) =>
    content.snippets.filter(
      (one) =>
        one.project_id === project(call).id && (one.visibility === 'project' || one.owner_id === me().id),
    )
  const snippet = (call: FakeCall, id: string | undefined): Snippet => {
    const found = visible(call).find((one) => one.id === id)
    if (!found) throw new FakeRefusal(404, 'snippet_not_found', 'Snippet not found; it may have been deleted')
    return found
  }
  const folder = (call: FakeCall, id: string | null | undefined): SqlFolder => {
    const found = content.folders.find((one) => one.id === id && one.project_id === project(call).id)
    if (!found) throw new FakeRefusal(404, 'folder_not_found', 'Folder not found; it may have been deleted')
    return found
  }
  const check = (call: FakeCall, one: Snippet) => {
    if (one.visibility === 'project' && one.folder_id !== null)
      throw new FakeRefusal(400, 'shared_in_folder', 'Shared snippet cannot be within a folder')
    if (one.folder_id !== null) folder(call, one.folder_id)
    if (new TextEncoder().encode(one.content.sql).length > SNIPPET_LIMIT_BYTES)
      throw new FakeRefusal(413, 'snippet_too_large', 'A snippet can hold at most 10 MB of text')
    if (/[\0\p{Cs}]/u.test(one.content.sql))
      throw new FakeRefusal(400, 'unstorable_text', 'The text contains a character that can’t be stored')
  }
  const checkOwner = (given: string | undefined) => {
    if (given !== undefined && given !== me().id)
      throw new FakeRefusal(400, 'invalid_body', 'owner_id: must be your own account')
  }
  const checkSibling = (call: FakeCall, wanted: Pick<SqlFolder, 'id' | 'name' | 'parent_id'>) => {
    const isTaken = content.folders.some(
      (one) =>
        one.project_id === project(call).id &&
        one.id !== wanted.id &&
        one.name === wanted.name &&
        one.parent_id === wanted.parent_id,
    )
    if (isTaken) throw new FakeRefusal(409, 'folder_exists', 'This folder name already exists')
  }
  const audit = (call: FakeCall, action: string, { name, visibility }: ListedSnippet) => {
    const { organization_slug: slug, ref } = project(call)
    if (visibility === 'project' || action === 'snippet.unshare')
      record(world, { slug, action, target: name, project_ref: ref })
  }
  const add = (
    call: FakeCall,
    given: Omit<
      Snippet,
      'owner' | 'owner_id' | 'project_id' | 'inserted_at' | 'updated_at' | 'updated_by' | 'save_id'
    >,
    saveId: string | null = null,
  ) => {
    if ([...content.snippets, ...content.deleted].some(({ id }) => id === given.id))
      throw new FakeRefusal(409, 'snippet_exists', 'A snippet with this id already exists')
    const at = tick(world)
    const made: Snippet = {
      ...given,
      owner_id: me().id,
      owner: person(),
      project_id: project(call).id,
      inserted_at: at,
      updated_at: at,
      updated_by: person(),
      save_id: saveId,
    }
    check(call, made)
    content.snippets.push(made)
    audit(call, 'snippet.share', made)
    return made
  }
  const withContent = (id: string, sql: string, favorite: boolean) => ({
    favorite,
    beginning: sql.trimStart().replace(WORDLESS_LINES, '').slice(0, 200).trimEnd(),
    content: { schema_version: '1.0' as const, content_id: id, sql, favorite },
  })
  const pageOf = (call: ListCall, found: Snippet[]) => {
    const { query } = call
    const { limit = SNIPPET_PAGE_SIZE, cursor, sort_by: by = 'inserted_at' } = query
    const direction = (query.sort_order ?? (by === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
    const keyOf = (one: ListedSnippet) => [by === 'name' ? one.name.toLowerCase() : one.inserted_at, one.id]
    const words = query.name?.toLowerCase() ?? ''
    const sought = query.search?.toLowerCase() ?? ''
    const after = cursor === undefined ? undefined : positionIn(cursor, by, direction)
    const rows = found
      .filter(({ name }) => name.toLowerCase().includes(words))
      .filter(({ name, content: { sql } }) => `${name}\0${sql}`.toLowerCase().includes(sought))
      .filter(({ visibility }) => query.visibility === undefined || visibility === query.visibility)
      .filter(({ favorite }) => query.favorite === undefined || favorite === query.favorite)
      .filter(({ type }) => query.type === undefined || type === query.type)
      .sort((a, b) => direction * compare(keyOf(a), keyOf(b)))
      .filter((one) => after === undefined || direction * compare(keyOf(one), after) > 0)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = last && rows.length > limit ? JSON.stringify([by, direction, ...keyOf(last)]) : undefined
    return { page, ...(next === undefined ? {} : { cursor: next }) }
  }
  const folderPage = (call: ListCall, found: Snippet[], folders: SqlFolder[]): FolderPage => {
    const { page, ...more } = pageOf(call, found)
    const { name = '', search = '', cursor } = call.query
    const fitting = folders
      .filter((one) => one.project_id === project(call).id)
      .filter((one) => one.name.toLowerCase().includes(name.toLowerCase()))
      .filter((one) => one.name.toLowerCase().includes(search.toLowerCase()))
      .sort((a, b) => compare([a.name.toLowerCase()], [b.name.toLowerCase()]))
    return {
      data: {
        folders: cursor === undefined ? fitting : [],
        contents: page.map(({ content: _content, ...listed }) => listed),
      },
      ...more,
    }
  }

  return [
    fakeRoute(listSnippets, (call) => {
      const { page, ...more } = pageOf(call, visible(call))
      return { data: page, ...more }
    }),
    fakeRoute(createSnippet, (call) => {
      const { body } = call
      checkOwner(body.owner_id)
      const { id = newId(), name, description, type, visibility, folder_id = null, content: given } = body
      const favorite = body.favorite ?? given.favorite ?? false
      return add(call, {
        id,
        name,
        description,
        type,
        visibility,
        folder_id,
        ...withContent(id, given.sql, favorite),
      })
    }),
    fakeRoute(saveSnippet, (call) => {
      const { body } = call
      const stored = visible(call).find(({ id }) => id === body.id)
      const favorite = body.favorite ?? body.content?.favorite ?? stored?.favorite ?? false
      if (!stored) {
        if (typeof body.expected_updated_at === 'string') return snippet(call, body.id)
        checkOwner(body.owner_id)
        const { id, name, description = '', type, visibility, folder_id = null } = body
        const sql = body.content?.sql ?? ''
        const made = { id, name, description, type, visibility, folder_id }
        return add(call, { ...made, ...withContent(id, sql, favorite) }, body.save_id)
      }
      const isOwn = stored.save_id !== null && (body.after_saves ?? []).includes(stored.save_id)
      if (!isOwn) checkStale(stored, body.expected_updated_at === null ? 'none' : body.expected_updated_at)
      const { name, type, visibility, description = stored.description } = body
      const folder_id = body.folder_id === undefined ? stored.folder_id : body.folder_id
      const sql = body.content?.sql ?? stored.content.sql
      const changed = {
        ...stored,
        name,
        type,
        visibility,
        description,
        folder_id,
        ...withContent(stored.id, sql, favorite),
      }
      check(call, changed)
      if (stored.visibility !== visibility)
        audit(call, visibility === 'project' ? 'snippet.share' : 'snippet.unshare', changed)
      const isSame =
        JSON.stringify({ ...changed, ...withContent('', sql, false) }) ===
        JSON.stringify({ ...stored, ...withContent('', stored.content.sql, false) })
      const version = { updated_at: tick(world), updated_by: person(), save_id: body.save_id ?? null }
      const saved = isSame ? changed : { ...changed, ...version }
      content.snippets = content.snippets.map((one) => (one === stored ? saved : one))
      return saved
    }),
    fakeRoute(deleteSnippets, (call) => {
      const ids = call.query.ids
      const gone = visible(call).filter(({ id }) => ids.includes(id))
      content.snippets = content.snippets.filter((one) => !gone.includes(one))
      content.deleted.push(...gone)
      for (const one of gone) audit(call, 'snippet.delete', one)
      return gone.map(({ id }) => ({ id }))
    }),
    fakeRoute(restoreSnippets, (call) => {
      const { ids } = call.body
      const back = content.deleted.filter(({ id }) => ids.includes(id))
      content.deleted = content.deleted.filter((one) => !back.includes(one))
      content.snippets.push(...back)
      for (const one of back) audit(call, 'snippet.restore', one)
      return back.map(({ id }) => ({ id }))
    }),
    fakeRoute(getSnippet, (call) => snippet(call, call.params['id'])),
    fakeRoute(countSnippets, (call) => {
      const words = call.query.name?.toLowerCase() ?? ''
      const { type: wanted } = call.query
      const found = visible(call)
        .filter(({ name }) => name.toLowerCase().includes(words))
        .filter(({ type }) => wanted === undefined || type === wanted)
      return {
        favorites: found.filter(({ favorite }) => favorite).length,
        private: found.filter(({ visibility }) => visibility === 'user').length,
        shared: found.filter(({ visibility }) => visibility === 'project').length,
      }
    }),
    fakeRoute(listFolders, (call) => {
      const { name = '', search = '', favorite, visibility } = call.query
      const isEverywhere = `${name}${search}` !== '' || favorite !== undefined || visibility === 'project'
      const found = visible(call).filter(({ folder_id }) => isEverywhere || folder_id === null)
      const hasFolders = favorite === undefined && visibility !== 'project'
      return folderPage(call, found, hasFolders ? content.folders : [])
    }),
    fakeRoute(listFolder, (call) => {
      const { id } = folder(call, call.params['id'])
      return folderPage(
        call,
        visible(call).filter(({ folder_id }) => folder_id === id),
        content.folders.filter(({ parent_id }) => parent_id === id),
      )
    }),
    fakeRoute(createFolder, (call) => {
      const { name, parentId = null } = call.body
      if (parentId !== null) folder(call, parentId)
      const made = { id: newId(), name, owner_id: me().id, project_id: project(call).id, parent_id: parentId }
      checkSibling(call, made)
      content.folders.push(made)
      return made
    }),
    fakeRoute(updateFolder, (call) => {
      const stored = folder(call, call.params['id'])
      const { name = stored.name, parentId = stored.parent_id } = call.body
      if (parentId !== null) folder(call, parentId)
      for (let up = parentId; up !== null; up = folder(call, up).parent_id)
        if (up === stored.id)
          throw new FakeRefusal(400, 'folder_cycle', 'A folder can’t be moved into itself')
      checkSibling(call, { id: stored.id, name, parent_id: parentId })
      return Object.assign(stored, { name, parent_id: parentId })
    }),
    fakeRoute(deleteFolders, (call) => {
      const ids = call.query.ids
      const gone = content.folders.filter(({ id }) => ids.includes(id))
      const isGone = (one: SqlFolder | undefined): boolean =>
        one !== undefined &&
        (gone.includes(one) || isGone(content.folders.find(({ id }) => id === one.parent_id)))
      const all = content.folders.filter(isGone)
      content.folders = content.folders.filter((one) => !all.includes(one))
      for (const one of content.snippets) if (all.some(({ id }) => id === one.folder_id)) one.folder_id = null
      return gone.map(({ id }) => ({ id }))
    }),
  ]
}

function positionIn(cursor: string, by: string, direction: number): string[] {
  const [sort, order, value, id] = partsOf(cursor)
  if (sort !== by || order !== direction)
    throw new FakeRefusal(400, 'invalid_query', 'cursor: not a cursor of this list')
  return [String(value), String(id)]
}

function partsOf(cursor: string): unknown[] {
  try {
    return JSON.parse(cursor) as unknown[]
  } catch {
    // Not a cursor that we made.
    return []
  }
}

function compare(a: readonly (string | undefined)[], b: readonly (string | undefined)[]): number {
  for (const [index, left = ''] of a.entries()) {
    const right = b[index] ?? ''
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
