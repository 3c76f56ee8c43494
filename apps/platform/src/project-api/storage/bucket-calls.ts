/** Calls of the object API about buckets. */
import type { Bucket } from '@basedeck/platform-client/contract'
import {
  createBucketBody,
  isBucketName,
  isRouteWord,
  updateBucketBody,
} from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { DomainError } from '../../kernel/domain-error.js'
import { storageText } from '../../text/storage.js'
import type { ActedCall } from './acted-call.js'
import { checkBody, checkQuery } from '../../http/read-body.js'
import { BUCKET_SORT_COLUMNS, type BucketPage } from '../../objects/bucket-rows.js'
import { WRONG_FILE_SIZE } from './family-names.js'
import { jsonBody } from './json-body.js'
import { sentBoolean, sentInteger, sentWord } from './sent-values.js'
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

const FILE_SIZE = /^\s*(\d+)\s*([kmgt]?b)?\s*$/i
/** Existing clients send sizes with a unit, `50MB`, too: in steps of 1,024, as all sizes are shown. */
const size = v.optional(
  v.nullable(v.union([v.number(), v.pipe(v.string(), v.regex(FILE_SIZE), v.transform(bytesOf))])),
)
const creation = v.object({
  id: v.optional(v.string()),
  name: v.string(),
  public: v.optional(v.nullable(sentBoolean)),
  file_size_limit: size,
  allowed_mime_types: v.optional(v.nullable(v.array(v.string()))),
})
const change = v.omit(v.partial(creation), ['name'])

const paging = v.object({
  search: v.optional(v.string()),
  limit: v.optional(sentInteger(1, Number.MAX_SAFE_INTEGER)),
  offset: v.optional(sentInteger(0, Number.MAX_SAFE_INTEGER)),
  sortColumn: v.optional(sentWord(BUCKET_SORT_COLUMNS)),
  sortOrder: v.optional(sentWord(['asc', 'desc'])),
})

/** @throws DomainError invalid_query */
function pageIn(query: Record<string, string>): BucketPage {
  const { sortColumn, sortOrder, ...page } = checkQuery(query, paging)
  return { ...page, column: sortColumn, order: sortOrder }
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb']

function bytesOf(text: string): number {
  const [, number = '', unit = 'b'] = FILE_SIZE.exec(text) ?? []
  return Number(number) * 1024 ** UNITS.indexOf(unit.toLowerCase())
}

export async function answerBucketCall(
  { c, storage: { buckets }, project: { ref }, actor }: ActedCall,
  call: BucketCall,
): Promise<Response> {
  switch (call.type) {
    case 'list-buckets':
      return c.json((await buckets.list(ref, actor, pageIn(c.req.query()))).map(shown))
    case 'create-bucket': {
      const { id, name, ...given } = await bucketBody(c, creation)
      const wanted = { id: id ?? name, ...withoutNull(given) }
      if (!isBucketName(wanted.id) || isRouteWord(wanted.id)) throw new DomainError('invalid_bucket_name')
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
      const { public: isPublic, ...given } = await bucketBody(c, change)
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

/** Clients match the sentence about a size, without the name of the field. @throws as `jsonBody` */
async function bucketBody<Schema extends v.GenericSchema>(
  c: ActedCall['c'],
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const sent = await jsonBody(c, v.looseObject({}))
  if (!v.is(size, sent['file_size_limit'])) throw new DomainError('invalid_body', WRONG_FILE_SIZE)
  return checkBody(sent, schema)
}

function withoutNull(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

function shown(bucket: Bucket): Bucket & { type: 'STANDARD' } {
  return { ...bucket, owner: bucket.owner ?? '', type: 'STANDARD' }
}
