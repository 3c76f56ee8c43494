/**
 * The object API that applications call with a project's keys: buckets, objects and resumable uploads below
 * `/storage/v1`. Row-level security decides what a key may do. CONTRACT "Storage".
 */
import type { Context } from 'hono'
import { DomainError } from '../../kernel/domain-error.js'
import { SERVICE } from '../../objects/storage-actor.js'
import { requireSigned, signedUploader } from '../../objects/signed-address.js'
import type { AppEnv } from '../../routes/app-env.js'
import { productVersion } from '../../product-version.js'
import { projectApiText } from '../../text/project-api.js'
import type { Service, ServiceCall } from '../service.js'
import type { StorageApiDeps } from './acted-call.js'
import { answerBucketCall, isBucketCall } from './bucket-calls.js'
import { familyError } from './family-errors.js'
import { answerObjectCall } from './object-calls.js'
import { serveFile } from './served-file.js'
import { storageCall, type StorageCall } from './storage-call.js'
import { answerUpload } from './upload-calls.js'
import { createTusAnswers } from './tus-answers.js'
import { overriddenMethod, TUS_EXTENSIONS, TUS_VERSION } from './tus-protocol.js'
import { processIn } from './upload-address.js'

interface AskedOfStorage extends ServiceCall {
  asked: StorageCall
  /** The method that is meant. */
  method: string
}

export function createStorageService(deps: Promise<StorageApiDeps>): Service<AskedOfStorage> {
  const tus = deps.then(createTusAnswers)
  // Each call tells the failure.
  tus.catch(() => {})
  return {
    name: 'storage',
    exposedHeaders: EXPOSED_HEADERS,
    lacks: {},
    refusal: familyError,
    callOf({ c, method: sent, path }) {
      const override = c.req.header('x-http-method-override')
      const method = overriddenMethod(sent, override, path.startsWith(`${UPLOADS}/`))
      if (method === null) throw new DomainError('method_override')
      const asked = storageCall(method, path)
      return asked && asService(asked, method)
    },
    async settle(served, { ref }) {
      const { storage } = await deps
      const asked = await known(served.asked, (bucket) => storage.buckets.find(ref, SERVICE, bucket))
      return asService(asked, served.method)
    },
    tellOptions: async ({ c, path }, ref) => (path.startsWith(UPLOADS) ? tellTus(c, deps, ref) : undefined),
    async answer({ c, prefix, project, actor, call: { asked: call, method } }) {
      const { storage } = await deps
      if (asksForTransform(c, call)) throw new DomainError('image_transforms_off')
      const acted = { c, storage, project, actor }
      switch (call.type) {
        case 'status':
          return c.json({ healthy: true })
        case 'version':
          return c.text(productVersion())
        case 'read-public':
        case 'inform-public': {
          const bucket = await storage.buckets.find(project.ref, SERVICE, call.bucket)
          if (!bucket?.public) throw new DomainError('bucket_not_found')
          const asService = { ...acted, actor: SERVICE }
          return call.type === 'read-public'
            ? serveFile(asService, call)
            : answerObjectCall(asService, { ...call, type: 'inform' })
        }
        case 'read-signed': {
          const location = await requireSigned(project, call, 'read', c.req.query('token'))
          return serveFile({ ...acted, actor: SERVICE }, location)
        }
        case 'upload-signed': {
          const signed = await requireSigned(project, call, 'upload', c.req.query('token'))
          return answerUpload({ ...acted, actor: signedUploader(signed) }, signed, signed.replaces)
        }
        case 'resumable': {
          const signature = call.isSigned ? (c.req.header('x-signature') ?? '') : undefined
          return (await tus)(acted, { method, id: call.id, prefix, signature })
        }
        case 'upload':
          return answerUpload(acted, call, c.req.header('x-upsert') === 'true')
        case 'replace':
          return answerUpload(acted, call, true)
        case 'route-word':
        case 'transform-image':
          throw new DomainError('image_transforms_off')
      }
      return isBucketCall(call) ? answerBucketCall(acted, call) : answerObjectCall(acted, call)
    },
  }
}

/** What everybody may ask: the address, or the bucket, says whether it is answered. */
const OPEN: ReadonlySet<StorageCall['type']> = new Set([
  'status',
  'version',
  'read-public',
  'inform-public',
  'read-signed',
  'upload-signed',
  'transform-image',
])

function asService(asked: StorageCall, method: string): AskedOfStorage {
  const isUpload = asked.type === 'resumable'
  return {
    name: asked.type,
    needs: OPEN.has(asked.type) || (isUpload && asked.isSigned) ? 'nothing' : 'key',
    stores: stores(asked, method),
    // Files are counted while they arrive, and lists of paths by the calls that read them.
    body: 'streamed',
    begunAt: isUpload ? processIn(asked.id) : undefined,
    asked,
    method,
  }
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
  asked: StorageCall,
  bucketNamed: (name: string) => Promise<unknown>,
): Promise<StorageCall> {
  if (asked.type !== 'route-word') return asked
  if (!(await bucketNamed(asked.word))) throw new DomainError('not_found', projectApiText.noSuchCall)
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
