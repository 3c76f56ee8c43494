/** Objects as rows of the project's database. A row is found by bucket and name; its bytes by its version. */
import type {
  Cell,
  ObjectCursor,
  ObjectMetadata,
  ObjectSortColumn,
  StorageObject,
} from '@basedeck/platform-client/contract'
import type { BatchStatement } from '../engines/engine.js'
import { ownerUuid } from './owner-uuid.js'

/** ISO 8601 with all of PostgreSQL's digits, so that a list can go on after exactly this row. */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** An object with what is needed to serve it. */
export interface ObjectRow {
  id: string
  bucket_id: string
  /** The whole path. */
  name: string
  owner_id: string | null
  created_at: string
  updated_at: string
  last_accessed_at: string
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
  /** Of its bytes; null: they are not there. */
  version: string | null
}

const ROW = `json_build_object('id', o.id, 'bucket_id', o.bucket_id, 'name', o.name, 'owner_id', o.owner_id,
  'created_at', ${isoTime('o.created_at')}, 'updated_at', ${isoTime('o.updated_at')},
  'last_accessed_at', ${isoTime('o.last_accessed_at')}, 'metadata', o.metadata,
  'user_metadata', o.user_metadata, 'version', o.version)`

export function readObject(bucket: string, name: string): BatchStatement {
  return {
    query: `select ${ROW} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
    parameters: [bucket, name],
  }
}

export function readObjects(bucket: string, names: readonly string[]): BatchStatement {
  return {
    query: `select ${ROW} from storage.objects o where o.bucket_id = $1 and o.name = any(${list('$2')})`,
    parameters: [bucket, JSON.stringify(names)],
  }
}

export interface NewObject {
  id: string
  bucket: string
  name: string
  owner: string | null
  version: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown> | null
}

/**
 * It gives nothing back: who may only insert could not read it.
 * @param replaces an object of this name that is there; otherwise that is an error
 */
export function insertObject(object: NewObject, replaces: boolean): BatchStatement {
  const conflict = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = clock_timestamp(), last_accessed_at = clock_timestamp()`
  return {
    query: `insert into storage.objects
        (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at)
      values ($1::uuid, $2, $3, ${ownerUuid('$4')}, $4, $5::uuid, $6::jsonb, $7::jsonb,
        clock_timestamp(), clock_timestamp(), clock_timestamp())
      ${replaces ? conflict : ''}`,
    parameters: [
      object.id,
      object.bucket,
      object.name,
      object.owner,
      object.version,
      JSON.stringify(object.metadata),
      object.userMetadata && JSON.stringify(object.userMetadata),
    ],
    expectRows: 1,
  }
}

/** A statement that always fails to expect: what stands before it in its transaction is only tried. */
export const ROLL_BACK: BatchStatement = { query: 'select 1', expectRows: 0 }

/** Holds it until the end of the transaction; gives the version of its bytes. */
export function lockObject(bucket: string, name: string): BatchStatement {
  return {
    query: 'select o.version from storage.objects o where o.bucket_id = $1 and o.name = $2 for update',
    parameters: [bucket, name],
  }
}

/** Bytes stay where they are. */
export function moveObjectRow(
  from: { bucket: string; name: string },
  to: { bucket: string; name: string },
): BatchStatement {
  return {
    query: `update storage.objects o set bucket_id = $3, name = $4, updated_at = clock_timestamp()
      where o.bucket_id = $1 and o.name = $2 returning ${ROW}`,
    parameters: [from.bucket, from.name, to.bucket, to.name],
  }
}

export function deleteObjectRows(bucket: string, names: readonly string[]): BatchStatement {
  return {
    query: `delete from storage.objects o where o.bucket_id = $1 and o.name = any(${list('$2')}) returning ${ROW}`,
    parameters: [bucket, JSON.stringify(names)],
  }
}

export function deleteAllObjects(bucket: string): BatchStatement {
  return {
    query: 'delete from storage.objects o where o.bucket_id = $1 returning o.version',
    parameters: [bucket],
  }
}

/** Everything below a folder, by the index of folders. */
function below(folder: string): { where: string; parameters: [string, string] } {
  return {
    where: 'o.bucket_id = $1 and o.parent >= $2 and o.parent < $3',
    parameters: [`${folder}/`, `${folder}0`],
  }
}

export function countBelow(bucket: string, folder: string): BatchStatement {
  const { where, parameters } = below(folder)
  return {
    query: `select count(*) from storage.objects o where ${where}`,
    parameters: [bucket, ...parameters],
  }
}

export function deleteBelow(bucket: string, folder: string): BatchStatement {
  const { where, parameters } = below(folder)
  return {
    query: `delete from storage.objects o where ${where} returning o.version`,
    parameters: [bucket, ...parameters],
  }
}

export function moveBelow(
  from: { bucket: string; folder: string },
  to: { bucket: string; folder: string },
): BatchStatement {
  const { where, parameters } = below(from.folder)
  // A column that is set is checked for each row, changed or not.
  const [bucket, more] = from.bucket === to.bucket ? ['', []] : ['bucket_id = $5, ', [to.bucket]]
  return {
    query: `update storage.objects o
      set ${bucket}name = $4 || substr(o.name, ${LENGTH_OF_FOLDER}), updated_at = now()
      where ${where}`,
    parameters: [from.bucket, ...parameters, `${to.folder}/`, ...more],
  }
}

const LENGTH_OF_FOLDER = 'length($2::text) + 1'

/** The versions of everything below a folder, with their ids. */
export function versionsBelow(bucket: string, folder: string): BatchStatement {
  const { where, parameters } = below(folder)
  return {
    query: `select o.id, o.version from storage.objects o where ${where}`,
    parameters: [bucket, ...parameters],
  }
}

/** Copies the rows whose bytes were copied. @param versions of the new bytes, by the ids of the rows */
export function copyBelow(
  from: { bucket: string; folder: string },
  to: { bucket: string; folder: string; owner: string | null },
  versions: readonly (readonly [id: string, version: string])[],
): BatchStatement {
  const { where, parameters } = below(from.folder)
  return {
    query: `insert into storage.objects
        (bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at)
      select $4, $5 || substr(o.name, ${LENGTH_OF_FOLDER}), ${ownerUuid('$6')}, $6, made.version, o.metadata,
        o.user_metadata, clock_timestamp(), clock_timestamp(), clock_timestamp()
      from storage.objects o join jsonb_each_text($7::jsonb) as copied on copied.key::uuid = o.id,
        lateral (select copied.value::uuid as version) as made
      where ${where}`,
    parameters: [
      from.bucket,
      ...parameters,
      to.bucket,
      `${to.folder}/`,
      to.owner,
      JSON.stringify(Object.fromEntries(versions)),
    ],
  }
}

/** Which of these versions have a row. It reads all rows: ask for many at once. */
export function versionsInUse(versions: readonly string[]): BatchStatement {
  return {
    query: `select o.version from storage.objects o
      where o.version in (select jsonb_array_elements_text($1::jsonb)::uuid)`,
    parameters: [JSON.stringify(versions)],
  }
}

/** Remembers a download, at most once in an hour. */
export function touchObject(id: string): BatchStatement {
  return {
    query: `update storage.objects set last_accessed_at = clock_timestamp()
      where id = $1::uuid and last_accessed_at < clock_timestamp() - interval '1 hour'`,
    parameters: [id],
  }
}

export interface FolderPage {
  limit: number
  offset: number
  search: string
  sortBy: { column: ObjectSortColumn; order: 'asc' | 'desc' }
  cursor?: ObjectCursor | undefined
}

export function listFolder(bucket: string, folder: string, page: FolderPage): BatchStatement {
  const { limit, offset, search, sortBy, cursor } = page
  return {
    query: `select json_build_object('id', l.id, 'name', l.name, 'bucket_id', $1::text, 'owner', l.owner_id,
        'created_at', ${isoTime('l.created_at')}, 'updated_at', ${isoTime('l.updated_at')},
        'last_accessed_at', ${isoTime('l.last_accessed_at')}, 'metadata', l.metadata)
      from storage.list_folder($1, $2, $3::integer, $4::integer, $5, $6::boolean, $7, $8, $9::boolean, $10::timestamptz) as l`,
    parameters: [
      bucket,
      folder,
      String(limit),
      String(offset),
      sortBy.column,
      String(sortBy.order === 'desc'),
      search,
      cursor?.name ?? null,
      cursor ? String(cursor.isFolder) : null,
      cursor?.value ?? null,
    ],
  }
}

export function entriesIn(rows: readonly Cell[][]): StorageObject[] {
  return rows.map(([cell]) => JSON.parse(cell ?? 'null') as StorageObject)
}

export function objectsIn(rows: readonly Cell[][]): ObjectRow[] {
  return rows.map(([cell]) => JSON.parse(cell ?? 'null') as ObjectRow)
}

/** The versions in the only column, or the one that is named. */
export function versionsIn(rows: readonly Cell[][], column = 0): string[] {
  return rows.map((row) => row[column]).filter((version) => typeof version === 'string')
}

function list(parameter: string): string {
  return `array(select jsonb_array_elements_text(${parameter}::jsonb))`
}
