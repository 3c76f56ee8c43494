/**
 * Pages of a long list of objects, each found by an index from the last entry of the page before: none counts through
 * what lies before it.
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type { BatchStatement } from '../engines/engine.js'
import { isoTime } from './object-rows.js'

export const PAGE_SORT_COLUMNS = ['name', 'created_at', 'updated_at'] as const

export interface ObjectPage {
  bucket: string
  /** What the paths begin with; it need not end at a slash. */
  prefix: string
  /** Entries at most. */
  limit: number
  column: (typeof PAGE_SORT_COLUMNS)[number]
  order: 'asc' | 'desc'
  /** Paths with a further slash after the prefix are told as folders. */
  hasFolders: boolean
  /** The entry after which it begins. */
  after?: PageEntry | undefined
}

/** An entry as a place in a list. */
export interface PageEntry {
  /** The whole path; of a folder with the slash at its end. */
  key: string
  /** Of the column of time by which files are sorted: ISO 8601 with microseconds. */
  value: string | null
}

export interface PagedObject extends PageEntry {
  /** Null: a folder. */
  id: string | null
  /** The last part of the path where folders are told, otherwise all of it. */
  name: string
  created_at: string | null
  updated_at: string | null
  last_accessed_at: string | null
  metadata: unknown
}

/** Greater than what a path goes on with. */
const LAST = `repeat(chr(1114111), 257)`

/** By name, files and folders are in one order; by time, folders come first. */
export function objectsOfPage(page: ObjectPage): BatchStatement {
  const { bucket, prefix, limit, column, order, hasFolders, after } = page
  const parameters: Cell[] = [bucket, prefix, String(limit)]
  const bind = (value: Cell) => `$${parameters.push(value)}`
  const beyond = order === 'asc' ? '>' : '<'
  const isAfterFile = after !== undefined && !after.key.endsWith('/')
  const value = column === 'name' ? 'null::text' : isoTime(`o.${column}`)
  const wheres = [`o.bucket_id = $1`, `o.name >= $2`, `o.name < $2 || ${LAST}`]
  if (hasFolders) wheres.push(`o.parent = ${bind(folderOf(prefix))}`)
  if (after && column === 'name') wheres.push(`o.name ${beyond} ${bind(after.key)}`)
  if (after && column !== 'name' && isAfterFile)
    wheres.push(`(o.${column}, o.name) ${beyond} (${bind(after.value)}::timestamptz, ${bind(after.key)})`)
  const fileOrder =
    column === 'name'
      ? `o.bucket_id ${order}, ${hasFolders ? `o.parent ${order}, ` : ''}o.name ${order}`
      : `o.bucket_id ${order}, o.${column} ${order}, o.name ${order}`
  const files = `select o.id, o.name as key, ${value} as value, o.created_at, o.updated_at, o.last_accessed_at, o.metadata
    from storage.objects o where ${wheres.join(' and ')} order by ${fileOrder} limit $3::integer`
  const told = `select json_build_object('id', e.id, 'key', e.key, 'value', e.value,
      'name', ${hasFolders ? `split_part(rtrim(e.key, '/'), '/', -1)` : 'e.key'},
      'created_at', ${isoTime('e.created_at')}, 'updated_at', ${isoTime('e.updated_at')},
      'last_accessed_at', ${isoTime('e.last_accessed_at')}, 'metadata', e.metadata)`
  if (!hasFolders) return { query: `${told} from (${files}) as e`, parameters }
  const isPastFolders = column !== 'name' && isAfterFile
  const walk = isPastFolders ? undefined : foldersOf(page, bind)
  const none = `select null::uuid as id, f.key, null::text as value, null::timestamptz as created_at,
      null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata`
  const folders = walk ? `${none} from folders f where f.key is not null` : ''
  const entryOrder =
    column === 'name' ? `e.key ${order}` : `e.id is not null, e.value ${order} nulls first, e.key ${order}`
  return {
    query: `${walk ?? ''} ${told}
      from (${[folders, `(${files})`].filter((part) => part !== '').join(' union all ')}) as e
      order by ${entryOrder} limit $3::integer`,
    parameters,
  }
}

/** Each step jumps over a whole folder, by the index of folders. */
function foldersOf({ prefix, order, after }: ObjectPage, bind: (value: Cell) => string): string {
  const folder = bind(folderOf(prefix))
  const isAscending = order === 'asc'
  const last = after?.key
  // After `a/` comes what is not below it: "0" follows the slash.
  const from =
    last === undefined ? undefined : last.endsWith('/') && isAscending ? `${last.slice(0, -1)}0` : last
  const lowest = `greatest($2, ${folder} || chr(1)${isAscending && from !== undefined ? `, ${bind(from)}` : ''})`
  const highest = !isAscending && from !== undefined ? bind(from) : `$2 || ${LAST}`
  const key = (parent: string) =>
    `${folder} || split_part(substr(${parent}, length(${folder}) + 1), '/', 1) || '/'`
  const next = (above: string, below: string) => `select ${key('o.parent')} as key from storage.objects o
      where o.bucket_id = $1 and o.parent >= (${above}) collate "C" and o.parent < (${below}) collate "C"
      order by o.bucket_id ${order}, o.parent ${order} limit 1`
  const step = isAscending ? next(`rtrim(f.key, '/') || '0'`, highest) : next(lowest, 'f.key')
  return `with recursive folders (key, count) as (
    select (${next(lowest, highest)}) collate "C", 1
    union all
    select (${step}) collate "C", f.count + 1 from folders f where f.key is not null and f.count < $3::integer
  )`
}

/** With the slash at its end; empty: the bucket. */
function folderOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/') + 1)
}

export function pagedIn(rows: readonly Cell[][]): PagedObject[] {
  return rows.map(([cell]) => JSON.parse(cell ?? 'null') as PagedObject)
}
