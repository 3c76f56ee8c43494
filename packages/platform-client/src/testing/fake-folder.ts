/** A page of a folder of the fake's storage: folders by name, then files, as the platform lists them. */
import type { ObjectCursor, ObjectSortColumn, StorageObject } from '../contract/objects.js'

/** An object of one of the fake's projects. */
export interface FakeObject {
  ref: string
  bucket: string
  path: string
  /** Null once the object is listed without metadata, as while it is uploaded. */
  metadata: StorageObject['metadata']
  id: string
  created_at: string
  updated_at: string
  last_accessed_at: string
  content: string
}

interface Listing {
  limit: number
  offset: number
  search: string
  sortBy: { column: ObjectSortColumn; order: 'asc' | 'desc' }
  cursor?: ObjectCursor | undefined
}

export function listFakeFolder(
  objects: readonly FakeObject[],
  folder: string,
  { limit = 200, offset = 0, search = '', sortBy, cursor }: Partial<Listing>,
): StorageObject[] {
  const { column = 'name', order = 'asc' } = sortBy ?? {}
  const prefix = folder === '' ? '' : `${folder}/`
  const inside = objects.filter(({ path }) => path.startsWith(prefix))
  const folders = new Map<string, StorageObject>()
  const files: StorageObject[] = []
  for (const object of inside) {
    const rest = object.path.slice(prefix.length)
    const [name = ''] = rest.split('/')
    if (name === rest) files.push(fileOf(object, name))
    else folders.set(name, folderOf(object.bucket, name))
  }
  const direction = order === 'asc' ? 1 : -1
  const keyOf = (entry: StorageObject) =>
    [column === 'name' ? '' : (entry[column] ?? ''), entry.name] as const
  const compare = (a: StorageObject, b: StorageObject) => {
    const [[x, name], [y, other]] = [keyOf(a), keyOf(b)]
    if (x !== y) return (x < y ? -1 : 1) * direction
    return (name < other ? -1 : name > other ? 1 : 0) * direction
  }
  const byName = (a: StorageObject, b: StorageObject) => (a.name < b.name ? -1 : 1) * direction
  const sorted = [...[...folders.values()].sort(byName), ...files.sort(compare)]
  const found = sorted.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const after = found.findIndex(({ name, id }) => name === cursor?.name && (id === null) === cursor.isFolder)
  return found.slice(after + 1).slice(offset, offset + limit)
}

function fileOf({ id, bucket, metadata, ...object }: FakeObject, name: string): StorageObject {
  const { created_at, updated_at, last_accessed_at } = object
  return { id, name, bucket_id: bucket, owner: null, created_at, updated_at, last_accessed_at, metadata }
}

function folderOf(bucket: string, name: string): StorageObject {
  const none = { id: null, owner: null, created_at: null, updated_at: null, last_accessed_at: null }
  return { ...none, name, bucket_id: bucket, metadata: null }
}
