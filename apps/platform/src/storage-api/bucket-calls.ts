/** Calls of the object API about buckets. */
import type { Bucket } from '@basedeck/platform-client/contract'
import { updateBucketBody, createBucketBody } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { DomainError } from '../domain-error.js'
import { storageText } from '../text/storage.js'
import type { ActedCall } from './acted-call.js'
import { jsonBody } from './json-body.js'
import type { StorageCall } from './storage-call.js'

const TYPES = [
  'list-buckets',
  'create-bucket',
  'read-bucket',
  'change-bucket',
  'delete-bucket',
  'empty-bucket',
] as const
type BucketCall = Extract<StorageCall, { type: (typeof TYPES)[number] }>

export function isBucketCall(call: StorageCall): call is BucketCall {
  return TYPES.some((type) => type === call.type)
}

/** Existing clients send sizes with a unit, `50MB`, too. */
const size = v.optional(
  v.nullable(
    v.union([
      v.number(),
      v.pipe(
        v.string(),
        v.regex(/^\d+\s*([kmgt]?b)?$/i, 'file_size_limit: must be a number of bytes, or have a unit'),
        v.transform(bytesOf),
      ),
    ]),
  ),
)
const creation = v.object({
  id: v.optional(v.string()),
  name: v.string(),
  public: v.optional(v.nullable(v.boolean())),
  file_size_limit: size,
  allowed_mime_types: v.optional(v.nullable(v.array(v.string()))),
})
const change = v.omit(v.partial(creation), ['name'])

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb']

function bytesOf(text: string): number {
  const [, number = '', unit = 'b'] = /^(\d+)\s*([kmgt]?b)?$/i.exec(text) ?? []
  return Number(number) * 1024 ** UNITS.indexOf(unit.toLowerCase())
}

export async function answerBucketCall(
  { c, storage: { buckets }, project: { ref }, actor }: ActedCall,
  call: BucketCall,
): Promise<Response> {
  switch (call.type) {
    case 'list-buckets':
      return c.json((await buckets.list(ref, actor)).map(shown))
    case 'create-bucket': {
      const { id, name, ...given } = await jsonBody(c, creation)
      const wanted = { id: id ?? name, ...withoutNull(given) }
      const parsed = v.safeParse(createBucketBody, wanted)
      if (!parsed.success) throw new DomainError('invalid_body', parsed.issues[0].message)
      const { file_size_limit = null, allowed_mime_types = null, ...rest } = parsed.output
      const made = await buckets.create(ref, actor, { ...rest, file_size_limit, allowed_mime_types })
      return c.json({ name: made.name })
    }
    case 'read-bucket': {
      const found = await buckets.find(ref, actor, call.bucket)
      if (!found) throw new DomainError('bucket_not_found')
      return c.json(shown(found))
    }
    case 'change-bucket': {
      const { public: isPublic, ...given } = await jsonBody(c, change)
      const parsed = v.safeParse(updateBucketBody, {
        ...given,
        ...(typeof isPublic === 'boolean' ? { public: isPublic } : {}),
      })
      if (!parsed.success) throw new DomainError('invalid_body', parsed.issues[0].message)
      await buckets.change(ref, actor, call.bucket, parsed.output)
      return c.json({ message: storageText.bucketUpdated })
    }
    case 'delete-bucket':
      await buckets.delete(ref, actor, call.bucket)
      return c.json({ message: storageText.deleted })
    case 'empty-bucket':
      await buckets.empty(ref, actor, call.bucket)
      return c.json({ message: storageText.bucketEmptied })
  }
}

function withoutNull(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

function shown(bucket: Bucket): Bucket & { type: 'STANDARD' } {
  return { ...bucket, owner: bucket.owner ?? '', type: 'STANDARD' }
}
