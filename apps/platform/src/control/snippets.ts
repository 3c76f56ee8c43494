/** Snippets as rows. A reader sees their own and shared ones; favorites are private to each reader. */
import type {
  ContentType,
  ListedSnippet,
  Snippet,
  SnippetCounts,
  SnippetSort,
  Visibility,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement, Parameter } from './control-database.js'
import { cursorAfter, readCursor } from './snippet-cursor.js'
import type { SnippetFilter } from './snippet-filter.js'

/** The reader and the project. */
export interface Reader {
  projectId: number
  profileId: string
}

/** Of a longer banner in front of a text the rest is shown. Characters. */
const BANNER_MAX = 4000
/** The first 200 characters of the text, without leading blanks and lines that hold no word. */
const BEGINNING = String.raw`rtrim(left(regexp_replace(left(ltrim(s.sql, E' \t\r\n\f\v'), ${BANNER_MAX}),
  '^(?:[-=*#~_+/\\|<>. \t\r\f\v]*\n)+[ \t\r\f\v]*', ''), 200), E' \t\r\n\f\v')`
const COLUMNS = `s.id, s.name, s.description, s.type, s.visibility, s.owner_id,
  json_build_object('id', o.id, 'username', coalesce(o.email, 'local')) as owner, s.project_id, s.folder_id,
  f.profile_id is not null as favorite, ${BEGINNING} as beginning, s.created_at as inserted_at, s.updated_at,
  case when u.id is not null then json_build_object('id', u.id, 'username', coalesce(u.email, 'local')) end as updated_by,
  s.save_id`
const WHOLE = `${COLUMNS}, json_build_object('schema_version', '1.0', 'content_id', s.id, 'sql', s.sql,
  'favorite', f.profile_id is not null) as content`
/** `$1` is the project, `$2` the reader. */
const FROM = `from control.snippets s join control.profiles o on o.id = s.owner_id
  left join control.profiles u on u.id = s.updated_by
  left join control.snippet_favorites f on f.snippet_id = s.id and f.profile_id = $2::uuid`
const VISIBLE = `s.project_id = $1 and s.deleted_at is null
  and (s.owner_id = $2::uuid or s.visibility = 'project')`
const ORDERS: Readonly<Record<SnippetSort, string>> = {
  name: 'lower(s.name) collate "C"',
  inserted_at: 's.created_at',
}
/** Always later than the stored one, even on a coarse clock. */
const LATER = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`

export async function snippetById(
  control: ControlDatabase,
  { projectId, profileId }: Reader,
  id: string,
): Promise<Snippet | undefined> {
  const [row] = await control.select<Snippet>(`select ${WHOLE} ${FROM} where ${VISIBLE} and s.id = $3`, [
    projectId,
    profileId,
    id,
  ])
  return row
}

export interface RowPage {
  rows: ListedSnippet[]
  hasMore: boolean
  /** The cursor after a row. */
  after(row: { id: string }): string
}

/** Undefined when the cursor belongs to another order. */
export async function pageOfSnippets(
  control: ControlDatabase,
  reader: Reader,
  filter: SnippetFilter,
): Promise<RowPage | undefined> {
  const parameters: Parameter[] = [reader.projectId, reader.profileId]
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  const conditions = [VISIBLE, ...conditionsOf(filter, bind)]
  const { sortBy, sortOrder, limit } = filter
  if (filter.cursor !== undefined) {
    const after = readCursor(filter)
    if (!after) return undefined
    const type = sortBy === 'name' ? 'text' : 'timestamptz'
    const than = sortOrder === 'asc' ? '>' : '<'
    conditions.push(
      `(${ORDERS[sortBy]}, s.id) ${than} (${bind(after.value)}::${type}, ${bind(after.id)}::uuid)`,
    )
  }
  const found = await control.select<ListedSnippet & { at: string }>(
    `select ${COLUMNS}, ${ORDERS[sortBy]} as at ${FROM} where ${conditions.join(' and ')}
     order by ${ORDERS[sortBy]} ${sortOrder}, s.id ${sortOrder} limit ${limit + 1}`,
    parameters,
  )
  const positions = new Map(found.map(({ id, at }) => [id, at]))
  return {
    rows: found.slice(0, limit).map(({ at: _at, ...row }) => row),
    hasMore: found.length > limit,
    after: ({ id }) => cursorAfter(filter, { value: positions.get(id) ?? '', id }),
  }
}

/** Bytes of text that one page of a list carries, unless a single snippet is larger. */
const PAGE_BYTES = 16 * 1024 * 1024

/** The first snippets with their texts, as many as fit in one answer. */
export async function withTexts(
  control: ControlDatabase,
  { projectId, profileId }: Reader,
  ids: readonly string[],
): Promise<Snippet[]> {
  return control.select<Snippet>(
    `select ${WHOLE} ${FROM} join (
       select id, ordinal, sum(octet_length(sql)) over (order by ordinal) - octet_length(sql) as before
       from control.snippets join unnest(string_to_array($3, ',')::uuid[]) with ordinality as wanted (id, ordinal) using (id)
     ) sized on sized.id = s.id
     where ${VISIBLE} and (sized.ordinal = 1 or sized.before + octet_length(s.sql) <= ${PAGE_BYTES})
     order by sized.ordinal`,
    [projectId, profileId, ids.join(',')],
  )
}

export async function snippetCounts(
  control: ControlDatabase,
  { projectId, profileId }: Reader,
  filter: Pick<SnippetFilter, 'type' | 'name'>,
): Promise<SnippetCounts> {
  const parameters: Parameter[] = [projectId, profileId]
  const conditions = [VISIBLE, ...conditionsOf(filter, (value) => `$${parameters.push(value)}`)]
  const [counts] = await control.select<SnippetCounts>(
    `select count(*) filter (where f.profile_id is not null)::int as favorites,
       count(*) filter (where s.visibility = 'user')::int as private,
       count(*) filter (where s.visibility = 'project')::int as shared
     ${FROM} where ${conditions.join(' and ')}`,
    parameters,
  )
  return counts ?? { favorites: 0, private: 0, shared: 0 }
}

function conditionsOf(
  { type, name, search, visibility, favorite, folderId }: Partial<SnippetFilter>,
  bind: (value: Parameter) => string,
): string[] {
  return [
    ...(type === undefined ? [] : [`s.type = ${bind(type)}`]),
    ...(name ? [`strpos(lower(s.name), lower(${bind(name)})) > 0`] : []),
    ...(search ? [soughtBy(bind(search))] : []),
    ...(visibility === undefined ? [] : [`s.visibility = ${bind(visibility)}`]),
    ...(favorite === undefined ? [] : [`f.profile_id is ${favorite ? 'not null' : 'null'}`]),
    ...(folderId === undefined
      ? []
      : [folderId === null ? 's.folder_id is null' : `s.folder_id = ${bind(folderId)}::uuid`]),
  ]
}

function soughtBy(words: string): string {
  return `(strpos(lower(s.name), lower(${words})) > 0 or strpos(lower(s.sql), lower(${words})) > 0)`
}

export interface SnippetRow {
  id: string
  ownerId: string
  type: ContentType
  visibility: Visibility
  name: string
  description: string
  folderId: string | null
  sql: string
  /** Profile id of the person who saves it. */
  savedBy: string
  /** The client's id of this save. */
  saveId: string | null
}

export function insertSnippet(projectId: number, row: SnippetRow): ControlStatement {
  return {
    sql: `insert into control.snippets
        (id, project_id, owner_id, type, visibility, name, description, folder_id, sql, save_id, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    parameters: [
      row.id,
      projectId,
      row.ownerId,
      row.type,
      row.visibility,
      row.name,
      row.description,
      row.folderId,
      row.sql,
      row.saveId,
      row.savedBy,
    ],
  }
}

/**
 * @param expectedUpdatedAt the timestamp as it was read; touches no row when the snippet was changed or deleted
 * meanwhile
 */
export function updateSnippet(
  { id, type, visibility, name, description, folderId, sql, saveId, savedBy }: Omit<SnippetRow, 'ownerId'>,
  expectedUpdatedAt: string,
): ControlStatement {
  return {
    sql: `update control.snippets set type = $2, visibility = $3, name = $4, description = $5, folder_id = $6,
        sql = $7, save_id = $8::uuid, updated_by = $9, updated_at = ${LATER}
      where id = $1 and deleted_at is null and updated_at = $10::timestamptz`,
    parameters: [id, type, visibility, name, description, folderId, sql, saveId, savedBy, expectedUpdatedAt],
    expect: 1,
  }
}

export function markFavorite(id: string, profileId: string, favorite: boolean): ControlStatement {
  return {
    sql: favorite
      ? 'insert into control.snippet_favorites (snippet_id, profile_id) values ($1, $2) on conflict do nothing'
      : 'delete from control.snippet_favorites where snippet_id = $1 and profile_id = $2',
    parameters: [id, profileId],
  }
}

/** Of these ids, the ones that the reader may delete or has deleted. */
export function snippetsToDelete(
  control: ControlDatabase,
  { projectId, profileId }: Reader,
  ids: readonly string[],
  options: { alsoShared: boolean; deleted: boolean },
): Promise<{ id: string; name: string; visibility: Visibility }[]> {
  return control.select(
    `select id, name, visibility from control.snippets
     where project_id = $1 and id = any(string_to_array($3, ',')::uuid[])
       and deleted_at is ${options.deleted ? 'not null' : 'null'}
       and case visibility when 'user' then owner_id = $2::uuid else $4::boolean end`,
    [projectId, profileId, ids.join(','), options.alsoShared],
  )
}

export function setDeleted(ids: readonly string[], deleted: boolean): ControlStatement {
  return {
    sql: `update control.snippets set deleted_at = ${deleted ? 'clock_timestamp()' : 'null'}
      where id = any(string_to_array($1, ',')::uuid[])`,
    parameters: [ids.join(',')],
  }
}

export function forgetDeletedSnippets(): ControlStatement {
  return { sql: `delete from control.snippets where deleted_at < now() - interval '7 days'` }
}
