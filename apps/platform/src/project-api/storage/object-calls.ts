/** Calls of the object API about objects that are there. */
import { OBJECTS_MAX_PAGE_SIZE, OBJECT_SORT_COLUMNS } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { DomainError } from '../../kernel/domain-error.js'
import type { ObjectRow } from '../../objects/object-rows.js'
import { requirePath } from '../../objects/objects.js'
import { addressToken, encodePath, signedPath } from '../../objects/signed-address.js'
import { ownerOf } from '../../objects/storage-actor.js'
import { errorText } from '../../text/errors.js'
import { storageText } from '../../text/storage.js'
import type { ActedCall } from './acted-call.js'
import { jsonBody } from './json-body.js'
import { answerListPage } from './list-page.js'
import { sentBoolean, sentInteger, sentOr, sentWord } from './sent-values.js'
import { serveFile } from './served-file.js'
import type { StorageCall } from './storage-call.js'
import { cacheControlOf, DEFAULT_CACHE_CONTROL } from './upload-body.js'

type ObjectCall = Extract<
  StorageCall,
  {
    type:
      | 'list'
      | 'list-page'
      | 'move'
      | 'copy'
      | 'delete'
      | 'delete-several'
      | 'read'
      | 'inform'
      | 'sign'
      | 'sign-several'
      | 'sign-upload'
  }
>

/** Entries of a page, as existing clients expect. */
const PAGE_SIZE = 100
/** Seconds for which the address of an upload is valid. */
const UPLOAD_ADDRESS_SECONDS = 2 * 60 * 60
/** Of PostgreSQL's `integer`. */
const LARGEST_OFFSET = 2_147_483_647

const listing = v.object({
  prefix: sentOr(v.string(), ''),
  limit: sentOr(sentInteger(1, OBJECTS_MAX_PAGE_SIZE), PAGE_SIZE),
  offset: sentOr(sentInteger(0, LARGEST_OFFSET), 0),
  search: sentOr(v.string(), ''),
  sortBy: sentOr(
    v.object({
      column: sentOr(sentWord(OBJECT_SORT_COLUMNS), 'name'),
      order: sentOr(sentWord(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
})
const transfer = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationKey: v.string(),
  destinationBucket: v.optional(v.nullable(v.string())),
})
const copying = v.object({
  ...transfer.entries,
  copyMetadata: sentOr(sentBoolean, true),
  metadata: v.optional(
    v.nullable(
      v.object({
        cacheControl: v.optional(v.nullable(v.union([v.string(), v.number()]))),
        mimetype: v.optional(v.nullable(v.string())),
      }),
    ),
  ),
})
/** No upper end but that of whole numbers, with room for the time now. */
const expiresIn = sentInteger(1, Number.MAX_SAFE_INTEGER - 2 ** 40)
/** A picture in another size. */
const transform = v.optional(v.nullable(v.looseObject({})))
const paths = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000))

export async function answerObjectCall(acted: ActedCall, call: ObjectCall): Promise<Response> {
  const { c, storage, project, actor } = acted
  const { objects } = storage
  const { ref } = project
  switch (call.type) {
    case 'read':
      return serveFile(acted, call)
    case 'inform':
      return c.json(told(await objects.find(ref, actor, call)))
    case 'list': {
      const { prefix, ...page } = await jsonBody(c, listing)
      return c.json(await objects.list(ref, actor, { bucket: call.bucket, folder: prefix }, page))
    }
    case 'list-page':
      return answerListPage(acted, call.bucket)
    case 'move': {
      const { from, to } = locationsOf(await jsonBody(c, transfer))
      await objects.move(ref, actor, from, to)
      return c.json({ message: storageText.moved })
    }
    case 'copy': {
      const { copyMetadata, metadata, ...places } = await jsonBody(c, copying)
      const { from, to } = locationsOf(places)
      const replaces = c.req.header('x-upsert') === 'true'
      const cacheControl = cacheControlOf(String(metadata?.cacheControl ?? DEFAULT_CACHE_CONTROL))
      const Id = await objects.copy(ref, actor, from, to, {
        replaces,
        ...(copyMetadata ? {} : { metadata: { cacheControl, mimetype: metadata?.mimetype ?? undefined } }),
      })
      return c.json({ Id, Key: `${to.bucket}/${to.name}` })
    }
    case 'delete': {
      const [gone] = await objects.delete(ref, actor, call.bucket, [call.name])
      if (!gone) throw new DomainError('object_not_found')
      return c.json({ message: storageText.deleted })
    }
    case 'delete-several': {
      const { prefixes } = await jsonBody(c, v.object({ prefixes: paths }))
      return c.json((await objects.delete(ref, actor, call.bucket, prefixes)).map(listed))
    }
    case 'sign': {
      const body = await jsonBody(c, v.object({ expiresIn, transform }))
      if (asksForTransform(body.transform)) throw new DomainError('image_transforms_off')
      await objects.find(ref, actor, call)
      const token = await addressToken(project, call, { for: 'read' }, body.expiresIn)
      return c.json({ signedURL: signedPath(call, token) })
    }
    case 'sign-several': {
      const body = await jsonBody(c, v.object({ expiresIn, paths }))
      const found = await objects.findAll(ref, actor, call.bucket, body.paths)
      const names = new Set(found.map(({ name }) => name))
      const signed = body.paths.map(async (path) => {
        if (!names.has(path)) return { path, signedURL: null, error: errorText.object_not_found }
        const location = { bucket: call.bucket, name: path }
        const token = await addressToken(project, location, { for: 'read' }, body.expiresIn)
        return { path, signedURL: signedPath(location, token), error: null }
      })
      return c.json(await Promise.all(signed))
    }
    case 'sign-upload': {
      const replaces = c.req.header('x-upsert') === 'true'
      const asked = {
        bucket: call.bucket,
        name: requirePath(call.name),
        mimetype: '*/*',
        cacheControl: '',
        userMetadata: null,
        replaces,
        size: undefined,
      }
      await storage.uploads.checkTarget(project, actor, asked)
      const owner = ownerOf(actor)
      const token = await addressToken(
        project,
        call,
        { for: 'upload', owner, replaces },
        UPLOAD_ADDRESS_SECONDS,
      )
      const address = `/object/upload/sign/${encodeURIComponent(call.bucket)}/${encodePath(call.name)}`
      return c.json({ url: `${address}?token=${token}`, token })
    }
  }
}

/** Without a wish it asks for the file itself. */
function asksForTransform(transform: object | null | undefined): boolean {
  return transform !== null && transform !== undefined && Object.keys(transform).length > 0
}

function locationsOf({
  bucketId,
  sourceKey,
  destinationKey,
  destinationBucket,
}: v.InferOutput<typeof transfer>) {
  return {
    from: { bucket: bucketId, name: sourceKey },
    to: { bucket: destinationBucket ?? bucketId, name: destinationKey },
  }
}

/** As existing clients read it. */
function listed({ owner_id, version: _version, user_metadata: _user, ...object }: ObjectRow) {
  return { ...object, owner: owner_id ?? '' }
}

function told({ id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at }: ObjectRow) {
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata ?? {},
    last_modified: metadata?.lastModified ?? updated_at,
    created_at,
  }
}
