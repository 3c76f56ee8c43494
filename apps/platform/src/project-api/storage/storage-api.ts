/**
 * The object API that applications call with a project's keys: buckets, objects and resumable uploads below
 * `/storage/v1`. Row-level security decides what a key may do. CONTRACT "Storage".
 */
import type { Context } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { DomainError } from '../../domain-error.js'
import { forwardedOf } from '../../http/forwarded.js'
import { reportOf } from '../../http/request-report.js'
import { actorOf } from '../../objects/storage-key.js'
import { ANON, SERVICE } from '../../objects/storage-actor.js'
import { requireSigned, signedUploader } from '../../objects/signed-address.js'
import type { AppEnv } from '../../routes/app-env.js'
import type { ActedCall, StorageApiDeps } from './acted-call.js'
import { answerBucketCall, isBucketCall } from './bucket-calls.js'
import { answerObjectCall } from './object-calls.js'
import { serveFile } from './served-file.js'
import { storageCall, type StorageCall } from './storage-call.js'
import { answerUpload } from './upload-calls.js'
import { productVersion } from '../../product-version.js'
import { storageText } from '../../text/storage.js'
import { createTusAnswers, type TusAnswers } from './tus-answers.js'
import { overriddenMethod, TUS_EXTENSIONS, TUS_VERSION } from './tus-protocol.js'
import { processIn } from './upload-address.js'

/** Of every address that it answers. */
export const STORAGE_PATH = '/storage/v1'

export interface StorageAddress {
  /** The project of a call; undefined: there is none. */
  refOf(c: Context<AppEnv>): string | undefined
  /** What comes before `/storage/v1`. */
  prefixOf(ref: string): string
  /** Answers nothing but what another process forwards. Default false. */
  onlyForwarded?: boolean
}

export function createStorageApi(
  deps: Promise<StorageApiDeps>,
  { refOf, prefixOf, onlyForwarded = false }: StorageAddress,
): Hono<AppEnv> {
  const api = new Hono<AppEnv>()
  const tus = deps.then(createTusAnswers)
  // Each call tells the failure.
  tus.catch(() => {})
  api.use(async (c, next) => {
    await next()
    const isPreflight = c.req.header('access-control-request-method') !== undefined
    if (c.req.method === 'OPTIONS' && !isPreflight && c.req.path.includes(UPLOADS))
      await tellTus(c, deps, refOf(c))
  })
  api.use(
    cors({
      // Without a list Hono allows every header that the browser asks for: client libraries add new ones.
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    }),
  )
  api.all('*', async (c) => {
    if (onlyForwarded && !forwardedOf(c)) throw new DomainError('not_found')
    const ref = refOf(c)
    const { pathname } = new URL(c.req.url)
    const prefix = ref === undefined ? '' : prefixOf(ref) + STORAGE_PATH
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : ''
    const override = c.req.header('x-http-method-override')
    const method = overriddenMethod(c.req.method, override, path.startsWith(`${UPLOADS}/`))
    if (method === null) throw new DomainError('method_override')
    const asked = storageCall(method, path)
    reportOf(c).route = `/{ref}${STORAGE_PATH}/${asked?.type ?? 'unknown'}`
    const { storage, neighbours, requireRoom } = await deps.catch((cause: unknown) => {
      throw new DomainError('platform_unavailable', undefined, { cause })
    })
    const begunAt = asked?.type === 'resumable' ? processIn(asked.id) : undefined
    const theirs = ref === undefined ? undefined : await neighbours?.forward(c, ref, begunAt)
    if (theirs) return theirs
    const project = ref === undefined ? undefined : await storage.host.project(ref)
    if (!project) throw new DomainError('project_not_found')
    reportOf(c).project = project.ref
    const call = await known(asked, (bucket) => storage.buckets.find(project.ref, SERVICE, bucket))
    if (asksForTransform(c, call)) throw new DomainError('image_transforms_off')
    if (call.type === 'status') return c.json({ healthy: true })
    if (call.type === 'version') return c.text(productVersion())
    if (stores(call, method)) await requireRoom?.()
    if (call.type === 'read-public' || call.type === 'inform-public') {
      const bucket = await storage.buckets.find(project.ref, SERVICE, call.bucket)
      if (!bucket?.public) throw new DomainError('bucket_not_found')
      const acted = { c, storage, project, actor: SERVICE }
      return call.type === 'read-public'
        ? serveFile(acted, call)
        : answerObjectCall(acted, { ...call, type: 'inform' })
    }
    if (call.type === 'read-signed') {
      const location = await requireSigned(project, call, 'read', c.req.query('token'))
      return serveFile({ c, storage, project, actor: SERVICE }, location)
    }
    if (call.type === 'upload-signed') {
      const signed = await requireSigned(project, call, 'upload', c.req.query('token'))
      return answerUpload({ c, storage, project, actor: signedUploader(signed) }, signed, signed.replaces)
    }
    if (call.type === 'resumable' && call.isSigned) {
      const signature = c.req.header('x-signature') ?? ''
      return (await tus)({ c, storage, project, actor: ANON }, { method, id: call.id, prefix, signature })
    }
    const acted = { c, storage, project, actor: await actorOf(storage.host, project, keysOf(c)) }
    return answer(acted, call, { tus, prefix, method })
  })
  return api
}

const UPLOADS = '/upload/resumable'

/** Without a key: a client asks before it has one to show. */
async function tellTus(
  c: Context<AppEnv>,
  deps: Promise<StorageApiDeps>,
  ref: string | undefined,
): Promise<void> {
  c.header('tus-resumable', TUS_VERSION)
  c.header('tus-version', TUS_VERSION)
  c.header('tus-extension', TUS_EXTENSIONS.join(','))
  // It is answered, whatever is away.
  const { storage } = (await deps.catch(() => undefined)) ?? {}
  const project = ref === undefined ? undefined : await storage?.host.project(ref).catch(() => undefined)
  if (project) c.header('tus-max-size', String(project.fileSizeLimit))
}

/** A bucket from before whose name is a word of the addresses goes on as far as no call has its address. */
async function known(
  asked: StorageCall | undefined,
  bucketNamed: (name: string) => Promise<unknown>,
): Promise<Exclude<StorageCall, { type: 'route-word' | 'transform-image' }>> {
  if (asked?.type === 'transform-image') throw new DomainError('image_transforms_off')
  if (asked?.type !== 'route-word') {
    if (!asked) throw new DomainError('not_found', storageText.noSuchCall)
    return asked
  }
  if (!(await bucketNamed(asked.word))) throw new DomainError('not_found', storageText.noSuchCall)
  if (!asked.call) throw new DomainError('bucket_named_as_route')
  return known(asked.call, bucketNamed)
}

const READS: ReadonlySet<StorageCall['type']> = new Set(['read', 'read-public', 'read-signed'])
const TRANSFORMS = ['width', 'height', 'resize', 'quality', 'format']

/** The picture in its own size would be another answer than the one that was asked for. */
function asksForTransform(c: Context<AppEnv>, { type }: StorageCall): boolean {
  return READS.has(type) && TRANSFORMS.some((name) => c.req.query(name) !== undefined)
}

/** What reads or deletes goes on with a full disk. */
const STORING: ReadonlySet<StorageCall['type']> = new Set([
  'change-bucket',
  'copy',
  'create-bucket',
  'move',
  'replace',
  'upload',
  'upload-signed',
])

function stores({ type }: StorageCall, method: string): boolean {
  return STORING.has(type) || (type === 'resumable' && (method === 'POST' || method === 'PATCH'))
}

async function answer(
  acted: ActedCall,
  call: Exclude<
    StorageCall,
    {
      type:
        | 'read-public'
        | 'inform-public'
        | 'read-signed'
        | 'upload-signed'
        | 'route-word'
        | 'transform-image'
        | 'status'
        | 'version'
    }
  >,
  { tus, prefix, method }: { tus: Promise<TusAnswers>; prefix: string; method: string },
): Promise<Response> {
  if (call.type === 'resumable') return (await tus)(acted, { method, id: call.id, prefix })
  if (isBucketCall(call)) return answerBucketCall(acted, call)
  if (call.type === 'upload') return answerUpload(acted, call, acted.c.req.header('x-upsert') === 'true')
  if (call.type === 'replace') return answerUpload(acted, call, true)
  return answerObjectCall(acted, call)
}

function keysOf(c: Context<AppEnv>): { apiKey: string | undefined; bearer: string | undefined } {
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return { apiKey: c.req.header('apikey'), bearer }
}

const EXPOSED_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-request-id',
]
