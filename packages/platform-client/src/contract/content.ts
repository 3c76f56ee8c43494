/** Snippets of SQL and their folders. CONTRACT "SQL and content". */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inProject } from './permission.js'
import { wireBoolean, wireInteger, wireList } from './wire.js'

/** What a snippet may hold. The editor makes `sql`. */
export const CONTENT_TYPES = ['sql', 'report', 'log_sql'] as const
/** What a snippet holds. */
export type ContentType = (typeof CONTENT_TYPES)[number]

/** `user`: only its owner sees it. `project`: every member who may read it. */
export const VISIBILITIES = ['user', 'project'] as const
/** Who sees a snippet: `user`: only its owner; `project`: every member of the project. */
export type Visibility = (typeof VISIBILITIES)[number]

/** By what a list of snippets can be sorted. */
export const SNIPPET_SORTS = ['name', 'inserted_at'] as const
/** By what a list of snippets is sorted. */
export type SnippetSort = (typeof SNIPPET_SORTS)[number]

/** The name of a snippet that has none yet. */
export const SNIPPET_NAME = 'Untitled'
/** SPEC §9. */
export const SNIPPET_PAGE_SIZE = 100
/** Bytes of text (UTF-8) that one snippet holds. */
export const SNIPPET_LIMIT_BYTES = 10 * 1024 * 1024

/** The lines in front of a text that hold nothing but rules, as `-- ======`, and the blanks behind them. */
export const WORDLESS_LINES = /^(?:[-=*#~_+/\\|<>. \t\r\f\v]*\n)+[ \t\r\f\v]*/

/** A snippet in a list. SPEC §3. */
export interface ListedSnippet {
  id: string
  name: string
  description: string
  type: ContentType
  visibility: Visibility
  owner_id: string
  owner: { id: string; username: string }
  project_id: number
  /** Of the owner's folders; null outside of any. */
  folder_id: string | null
  /** Whether it is a favorite of the caller. */
  favorite: boolean
  /** How the text begins, from its first line with a word on: at most 200 characters. */
  beginning: string
  inserted_at: string
  /** Changes with every change of the snippet; sent back as `expected_updated_at`. */
  updated_at: string
  /** Who made this version; null: not known, or the account was deleted. */
  updated_by: { id: string; username: string } | null
  /** The id that the client gave the last save; null: none. */
  save_id: string | null
}

/** The text of a snippet, in the form in which it is stored. `content_id` is the snippet's id. */
export interface SnippetContent {
  schema_version: '1.0'
  content_id: string
  sql: string
  favorite: boolean
}

/** A snippet, whole. */
export interface Snippet extends ListedSnippet {
  content: SnippetContent
}

/** SPEC §3. */
export interface SqlFolder {
  id: string
  name: string
  owner_id: string
  project_id: number
  parent_id: string | null
}

/** A page of snippets. */
export interface SnippetPage {
  data: Snippet[]
  /** Of the next page; absent on the last one. */
  cursor?: string
}

/** A page of a folder's contents; `cursor` is that of the next page, absent on the last one. */
export interface FolderPage {
  /** With the first page only. */
  data: { folders: SqlFolder[]; contents: ListedSnippet[] }
  cursor?: string
}

/** How many snippets of a project the caller sees, by the sections of the list. */
export interface SnippetCounts {
  favorites: number
  private: number
  shared: number
}

/** The most ids that `after_saves` holds. */
export const SAVES_MAX = 20

/** Bytes: a text of 10 MB in JSON, where a character may take six. */
const MAX_SNIPPET_BODY = 32 * 1024 * 1024

const PATH = '/platform/projects/{ref}/content'
const REQUIRES = { ref: 'Project ref is required' }
const NAME = 'The name of the snippet'
const FOLDER_NAME = 'The name of the folder'

const id = v.pipe(v.string(), v.uuid('This is not an id'))
/** Only compared. */
const owner = v.pipe(v.string(), v.nonEmpty('The owner is missing'), v.maxLength(100))
const ids = v.pipe(
  wireList(),
  v.minLength(1, 'at least one id is needed'),
  v.maxLength(100, 'at most 100 ids'),
  v.everyItem((one) => v.is(id, one), 'This is not an id'),
)
const description = v.pipe(v.string(), v.maxLength(2000, 'The description is too long'))
const content = v.object({
  sql: v.string('The text must be a text'),
  content_id: v.optional(v.string()),
  favorite: v.optional(v.boolean()),
  schema_version: v.optional(v.string()),
})

/** What `createSnippet` takes. Defaults: the name `Untitled`, the type `sql`, seen by its owner alone. */
export const snippetBody = v.object({
  id: v.optional(id),
  name: v.optional(displayName(NAME), SNIPPET_NAME),
  description: v.optional(description, ''),
  type: v.optional(v.picklist(CONTENT_TYPES), 'sql'),
  visibility: v.optional(v.picklist(VISIBILITIES), 'user'),
  project_id: v.optional(v.number()),
  owner_id: v.optional(owner),
  folder_id: v.optional(v.nullable(id)),
  favorite: v.optional(v.boolean()),
  content,
})
/** What a save takes. With `expected_updated_at`, a stale save is answered with 409 and the stored snippet. */
export const snippetSaveBody = v.object({
  id,
  name: displayName(NAME),
  owner_id: owner,
  type: v.picklist(CONTENT_TYPES),
  visibility: v.picklist(VISIBILITIES),
  description: v.optional(description),
  /** Absent: it stays where it is. */
  folder_id: v.optional(v.nullable(id)),
  project_id: v.optional(v.number()),
  favorite: v.optional(v.boolean()),
  content: v.optional(content),
  /**
   * 409 with the stored row when it was changed meanwhile, 404 when it was deleted. Null: it must not exist yet, else
   * 409. Absent: overwrites any state.
   */
  expected_updated_at: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp('This is not a timestamp')))),
  /** An id that the client chooses, to recognise this save when its answer was lost. */
  save_id: v.optional(v.nullable(id)),
  /**
   * Ids of earlier saves of the same client. A state that one of them stored is accepted, whatever
   * `expected_updated_at` is.
   */
  after_saves: v.optional(v.pipe(v.array(id), v.maxLength(SAVES_MAX, `at most ${SAVES_MAX} ids`))),
})

const listing = {
  type: v.optional(v.picklist(CONTENT_TYPES)),
  /** Part of the name, whatever its case. */
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Part of the name or of the text, whatever its case. */
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  visibility: v.optional(v.picklist(VISIBILITIES)),
  favorite: v.optional(wireBoolean()),
  limit: v.optional(wireInteger(1, SNIPPET_PAGE_SIZE)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  sort_by: v.optional(v.picklist(SNIPPET_SORTS)),
  sort_order: v.optional(v.picklist(['asc', 'desc'])),
}
/** How a list of snippets is filtered, sorted and paged. */
export const snippetListQuery = v.object(listing)
/** A new folder. Without `parentId` it is at the top level. */
export const folderBody = v.object({
  name: displayName(FOLDER_NAME),
  parentId: v.optional(v.nullable(id)),
})
/** What may change of a folder; an absent field stays as it is. `parentId: null` moves it to the top. */
export const folderChanges = v.object({
  name: v.optional(displayName(FOLDER_NAME)),
  parentId: v.optional(v.nullable(id)),
})
const named = v.object({ ids })

/** With their texts: a page ends early when it grew large. */
export const listSnippets = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'snippets'),
  query: snippetListQuery,
  response: gives<SnippetPage>(),
  requires: REQUIRES,
})
/** 409 `snippet_exists` when the id is taken. */
export const createSnippet = endpoint({
  method: 'POST',
  path: PATH,
  version: 2,
  access: inProject('create', 'snippets'),
  audit: 'only what is shared',
  body: snippetBody,
  maxBody: MAX_SNIPPET_BODY,
  response: gives<Snippet>(),
  requires: REQUIRES,
})
/** Creates or changes a snippet. Sharing, and changing a shared one, needs a permission for shared snippets. */
export const saveSnippet = endpoint({
  method: 'PUT',
  path: PATH,
  version: 2,
  access: inProject('update', 'snippets'),
  audit: 'only what is shared',
  body: snippetSaveBody,
  maxBody: MAX_SNIPPET_BODY,
  response: gives<Snippet>(),
  requires: REQUIRES,
})
/** The answer leaves out snippets that may not be deleted or don't exist. */
export const deleteSnippets = endpoint({
  method: 'DELETE',
  path: PATH,
  access: inProject('delete', 'snippets'),
  audit: 'only what is shared',
  query: named,
  response: gives<{ id: string }[]>(),
  requires: REQUIRES,
})
/** Takes a deletion back, for a week: the snippet is as it was. */
export const restoreSnippets = endpoint({
  method: 'POST',
  path: `${PATH}/restore`,
  access: inProject('delete', 'snippets'),
  audit: 'only what is shared',
  body: named,
  response: gives<{ id: string }[]>(),
  requires: REQUIRES,
})
/** One snippet with its text. 404 where the caller doesn't see it. */
export const getSnippet = endpoint({
  method: 'GET',
  path: `${PATH}/item/{id}`,
  access: inProject('read', 'snippets'),
  response: gives<Snippet>(),
  requires: REQUIRES,
})
/** How many snippets there are, of one type and with one part of a name, where these are given. */
export const countSnippets = endpoint({
  method: 'GET',
  path: `${PATH}/count`,
  access: inProject('read', 'snippets'),
  query: v.object({ type: listing.type, name: listing.name }),
  response: gives<SnippetCounts>(),
  requires: REQUIRES,
})
/**
 * All folders of the caller, and the snippets outside of them. With `name`, `search` or `favorite`, and for shared ones,
 * all matching snippets in any folder.
 */
export const listFolders = endpoint({
  method: 'GET',
  path: `${PATH}/folders`,
  access: inProject('read', 'snippets'),
  query: snippetListQuery,
  response: gives<FolderPage>(),
  requires: REQUIRES,
})
/** The folders and snippets in one folder. 404 `folder_not_found`. */
export const listFolder = endpoint({
  method: 'GET',
  path: `${PATH}/folders/{id}`,
  access: inProject('read', 'snippets'),
  query: snippetListQuery,
  response: gives<FolderPage>(),
  requires: REQUIRES,
})
/** 409 `folder_exists` when its neighbour has the same name. */
export const createFolder = endpoint({
  method: 'POST',
  path: `${PATH}/folders`,
  access: inProject('create', 'snippets'),
  audit: 'never, because folders are private to their owner',
  body: folderBody,
  response: gives<SqlFolder>(),
  requires: REQUIRES,
})
/** Renames or moves a folder of the caller's own. */
export const updateFolder = endpoint({
  method: 'PATCH',
  path: `${PATH}/folders/{id}`,
  access: inProject('update', 'snippets'),
  audit: 'never, because folders are private to their owner',
  body: folderChanges,
  response: gives<SqlFolder>(),
  requires: REQUIRES,
})
/** With the folders in them; their snippets stay, outside of any folder. */
export const deleteFolders = endpoint({
  method: 'DELETE',
  path: `${PATH}/folders`,
  access: inProject('delete', 'snippets'),
  audit: 'never, because folders are private to their owner',
  query: named,
  response: gives<{ id: string }[]>(),
  requires: REQUIRES,
})
