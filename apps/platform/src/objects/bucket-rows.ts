/** Buckets as rows of the project's database. */
import type { Bucket, Cell } from '@basedeck/platform-client/contract'
import type { BatchStatement } from '../engines/engine.js'
import { isoTime } from './object-rows.js'
import { ownerUuid } from './owner-uuid.js'

const BUCKET = `json_build_object('id', b.id, 'name', b.name, 'owner', b.owner_id, 'public', b.public,
  'created_at', ${isoTime('b.created_at')}, 'updated_at', ${isoTime('b.updated_at')},
  'file_size_limit', b.file_size_limit, 'allowed_mime_types', b.allowed_mime_types)`

export interface NewBucket {
  id: string
  owner: string | null
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: readonly string[] | null
}

/** What is absent stays. */
export interface BucketChange {
  public?: boolean | undefined
  file_size_limit?: number | null | undefined
  allowed_mime_types?: readonly string[] | null | undefined
}

export const BUCKET_SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const

/** Which buckets, and in which order. */
export interface BucketPage {
  /** A part of the name, in any case. Default: each name has it. */
  search?: string | undefined
  /** Default: all. */
  limit?: number | undefined
  /** Default: 0. */
  offset?: number | undefined
  /** Default: by name. */
  column?: (typeof BUCKET_SORT_COLUMNS)[number] | undefined
  order?: 'asc' | 'desc' | undefined
}

export function bucketsOf({
  search = '',
  limit,
  offset = 0,
  column = 'name',
  order = 'asc',
}: BucketPage): BatchStatement {
  return {
    query: `select ${BUCKET} from storage.buckets b
      where $1 = '' or position(lower($1) in lower(b.name collate "default")) > 0
      order by b.${column} ${order}, b.id ${order} limit $2::bigint offset $3::bigint`,
    parameters: [search, limit === undefined ? null : String(limit), String(offset)],
  }
}

export function readBucket(id: string): BatchStatement {
  return { query: `select ${BUCKET} from storage.buckets b where b.id = $1`, parameters: [id] }
}

/** `share` holds off its deletion until the end of the transaction. */
export function lockBucket(id: string): BatchStatement {
  return { query: 'select 1 from storage.buckets b where b.id = $1 for key share', parameters: [id] }
}

export function insertBucket(bucket: NewBucket): BatchStatement {
  return {
    query: `insert into storage.buckets as b (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values ($1, $1, ${ownerUuid('$2')}, $2, $3::boolean, $4::bigint, ${typesIn('$5')}) returning ${BUCKET}`,
    parameters: [
      bucket.id,
      bucket.owner,
      String(bucket.public),
      bucket.file_size_limit === null ? null : String(bucket.file_size_limit),
      bucket.allowed_mime_types && JSON.stringify(bucket.allowed_mime_types),
    ],
  }
}

export function changeBucket(id: string, change: BucketChange): BatchStatement {
  const parameters: Cell[] = [id]
  const bind = (value: Cell) => `$${parameters.push(value)}`
  const sets = ['updated_at = clock_timestamp()']
  if (change.public !== undefined) sets.push(`public = ${bind(String(change.public))}::boolean`)
  if (change.file_size_limit !== undefined)
    sets.push(
      `file_size_limit = ${bind(change.file_size_limit === null ? null : String(change.file_size_limit))}::bigint`,
    )
  if (change.allowed_mime_types !== undefined)
    sets.push(
      `allowed_mime_types = ${typesIn(bind(change.allowed_mime_types && JSON.stringify(change.allowed_mime_types)))}`,
    )
  return {
    query: `update storage.buckets b set ${sets.join(', ')} where b.id = $1 returning ${BUCKET}`,
    parameters,
  }
}

export function deleteBucketRow(id: string): BatchStatement {
  return { query: 'delete from storage.buckets where id = $1 returning id', parameters: [id] }
}

export function bucketIn([row]: readonly Cell[][]): Bucket | undefined {
  const [cell] = row ?? []
  return typeof cell === 'string' ? (JSON.parse(cell) as Bucket) : undefined
}

/** JSON null and NULL both give NULL. */
function typesIn(parameter: string): string {
  return `(select array_agg(type) from jsonb_array_elements_text(${parameter}::jsonb) as type)`
}
