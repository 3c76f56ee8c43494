/** Which call an address of the object API is. Paths of objects are read from the address as it was sent. */
import { isRouteWord } from '@basedeck/platform-client/contract'

type PlainCall = 'list-buckets' | 'create-bucket' | 'move' | 'copy' | 'status' | 'version' | 'transform-image'
type BucketCall =
  | 'read-bucket'
  | 'change-bucket'
  | 'delete-bucket'
  | 'empty-bucket'
  | 'list'
  | 'list-page'
  | 'delete-several'
  | 'sign-several'
type ObjectCall =
  | 'upload'
  | 'replace'
  | 'delete'
  | 'read'
  | 'read-public'
  | 'read-signed'
  | 'inform'
  | 'inform-public'
  | 'sign'
  | 'sign-upload'
  | 'upload-signed'

export type StorageCall =
  | { [Type in PlainCall]: { type: Type } }[PlainCall]
  | { [Type in BucketCall]: { type: Type; bucket: string } }[BucketCall]
  | { [Type in ObjectCall]: { type: Type; bucket: string; name: string } }[ObjectCall]
  /** `id`: of one that was begun. */
  | { type: 'resumable'; id: string | undefined; isSigned?: true }
  /** A word of the API's addresses where a bucket's name would be. A bucket from before may have it. */
  | { type: 'route-word'; word: string; call: StorageCall | undefined }

/** Words after `/object`, then a bucket and, where the call is for one object, its path. */
const OBJECT_CALLS: readonly (readonly [
  words: readonly string[],
  methods: Readonly<Record<string, { bucket?: BucketCall; object?: ObjectCall }>>,
])[] = [
  [['list'], { POST: { bucket: 'list' } }],
  [['list-v2'], { POST: { bucket: 'list-page' } }],
  [['upload', 'sign'], { POST: { object: 'sign-upload' }, PUT: { object: 'upload-signed' } }],
  [['sign'], { POST: { bucket: 'sign-several', object: 'sign' }, GET: { object: 'read-signed' } }],
  [['public'], { GET: { object: 'read-public' } }],
  [['authenticated'], { GET: { object: 'read' } }],
  [['info', 'public'], { GET: { object: 'inform-public' } }],
  [['info', 'authenticated'], { GET: { object: 'inform' } }],
  [['info'], { GET: { object: 'inform' } }],
  [
    [],
    {
      POST: { object: 'upload' },
      PUT: { object: 'replace' },
      GET: { object: 'read' },
      DELETE: { bucket: 'delete-several', object: 'delete' },
    },
  ],
]

const BUCKET_CALLS: Readonly<Record<string, BucketCall>> = {
  GET: 'read-bucket',
  PUT: 'change-bucket',
  PATCH: 'change-bucket',
  DELETE: 'delete-bucket',
}

/** @param path below `/storage/v1`, as it was sent. Undefined: there is no such call */
export function storageCall(method: string, path: string): StorageCall | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  const [, area = '', ...parts] = path.split('/')
  if (area === 'bucket') return bucketCall(verb, parts)
  if (area === 'object') return objectCall(verb, parts)
  if (area === 'render' && parts[0] === 'image') return { type: 'transform-image' }
  if ((area === 'status' || area === 'version') && parts.length === 0 && verb === 'GET') return { type: area }
  if (area === 'upload' && parts[0] === 'resumable' && parts[1] === 'sign' && parts.length <= 3)
    return { type: 'resumable', id: parts[2] === '' ? undefined : parts[2], isSigned: true }
  if (area === 'upload' && parts[0] === 'resumable' && parts.length <= 2)
    return { type: 'resumable', id: parts[1] === '' ? undefined : parts[1] }
  return undefined
}

function bucketCall(verb: string, [id = '', action, ...more]: string[]): StorageCall | undefined {
  if (more.length > 0) return undefined
  if (id === '' && action === undefined)
    return verb === 'GET' ? { type: 'list-buckets' } : verb === 'POST' ? { type: 'create-bucket' } : undefined
  const bucket = decoded(id)
  if (bucket === undefined) return undefined
  if (action === 'empty') return verb === 'POST' ? { type: 'empty-bucket', bucket } : undefined
  const type = action === undefined ? BUCKET_CALLS[verb] : undefined
  return type && ({ type, bucket } as StorageCall)
}

function objectCall(verb: string, parts: string[]): StorageCall | undefined {
  const [first] = parts
  if (parts.length === 1 && verb === 'POST' && (first === 'move' || first === 'copy')) return { type: first }
  for (const [words, methods] of OBJECT_CALLS) {
    const rest = parts.slice(words.length)
    if (rest.length === 0 || !words.every((word, index) => parts[index] === word)) continue
    const known = methods[verb]
    const bucket = decoded(rest[0] ?? '')
    const name = decoded(rest.slice(1).join('/'))
    const type = rest.length === 1 ? known?.bucket : known?.object
    if (bucket === undefined || name === undefined) return undefined
    const call =
      type && ((rest.length === 1 ? { type, bucket } : { type, bucket, name }) as StorageCall | undefined)
    if (words.length === 0 && isRouteWord(bucket)) return { type: 'route-word', word: bucket, call }
    return call ?? (words[0] === undefined ? undefined : { type: 'route-word', word: words[0], call })
  }
  return undefined
}

/** Undefined: it can’t be decoded. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
