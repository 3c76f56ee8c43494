/**
 * Resumable uploads by the protocol of tus.io. What is uploaded, and by whom, is checked when an upload is begun and
 * again when the object is made; every request shows a key that is valid now.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, MemoryLocker, Server, Upload } from '@tus/server'
import { DomainError } from '../../kernel/domain-error.js'
import { plainRefusal } from '../../http/plain-refusal.js'
import {
  isSameUpload,
  UPLOAD_EXPIRY_MS,
  type ResumableUploads,
  type UploadRecord,
} from '../../objects/resumable-uploads.js'
import type { ObjectLocation } from '../../objects/objects.js'
import { requireSigned, signedUploader } from '../../objects/signed-address.js'
import { isSameActor, SERVICE, type StorageActor } from '../../objects/storage-actor.js'
import type { UploadRequest } from '../../objects/uploads.js'
import { storageText } from '../../text/storage.js'
import type { ActedCall, StorageApiDeps } from './acted-call.js'
import { answerChecksums } from './arrived-checksums.js'
import { TUS_EXTENSIONS, TUS_VERSION, tusFault } from './tus-protocol.js'
import { uploadAddress, uploadIn } from './upload-address.js'
import { cacheControlOf, metadataIn } from './upload-body.js'

export interface TusCall {
  /** A proxy may let only GET and POST through: a POST then names the method that it means in this header. */
  method: string
  /** Of an upload that was begun. */
  id: string | undefined
  /** What stands before the address of the uploads. */
  prefix: string
  /** Of an address that lets a visitor upload one object; undefined: the caller showed a key. */
  signature?: string | undefined
}

export type TusAnswers = (acted: ActedCall, call: TusCall) => Promise<Response>

const PATH = '/upload/resumable'
const SIGNED_PATH = '/upload/resumable/sign'

export function createTusAnswers({
  storage,
  resumable,
  neighbours,
}: Pick<StorageApiDeps, 'storage' | 'resumable' | 'neighbours'>): TusAnswers {
  // One request at a time works on an upload.
  const locker = new MemoryLocker()

  /** The upload that made the object of this name, when the asked one is the same and the client sent it again. */
  async function finishedBefore(ref: string, asked: UploadRecord): Promise<UploadRecord | undefined> {
    const { bucket, name } = asked.request
    const [object] = await storage.objects.findAll(ref, SERVICE, bucket, [name])
    const before = object?.version ? await resumable.find(ref, object.version) : undefined
    return before && isSameUpload(before, asked) ? before : undefined
  }

  return async (acted, { method, id, prefix, signature }) => {
    const { c, project } = acted
    /** Who uploads an object, and whether it replaces. @throws DomainError invalid_signature */
    const uploaderOf = async (
      location: ObjectLocation,
    ): Promise<{ actor: StorageActor; replaces: boolean }> => {
      if (signature === undefined)
        return { actor: acted.actor, replaces: c.req.header('x-upsert') === 'true' }
      const signed = await requireSigned(project, location, 'upload', signature)
      return { actor: signedUploader(signed), replaces: signed.replaces }
    }
    const requireUploader = async (found: UploadRecord): Promise<void> => {
      const { actor } = await uploaderOf(found.request)
      if (!isSameActor(found.actor, actor)) throw new DomainError('storage_denied', storageText.otherUploader)
    }
    if (method === 'GET') {
      const found = await resumable.find(project.ref, uploadIn(id) ?? '')
      if (!found) throw new DomainError('upload_not_found')
      await requireUploader(found)
      return answerChecksums(acted, resumable, found)
    }
    const fault = tusFault(method, (name) => c.req.header(name))
    if (fault) {
      const headers = { 'tus-resumable': TUS_VERSION, 'tus-version': TUS_VERSION }
      return new Response(fault.sentence, { status: fault.status, headers })
    }
    const path = prefix + (signature === undefined ? PATH : SIGNED_PATH)
    let record: UploadRecord | undefined
    const addressOf = (made: string) => `${path}/${uploadAddress(made, neighbours?.installationId)}`
    const repeated: { upload?: UploadRecord | undefined } = {}
    // The object may exist since this upload made it, and its answer was lost.
    const lookForRepeated = async (error: unknown, asked: UploadRecord | undefined): Promise<never> => {
      if (asked && error instanceof DomainError && error.code === 'object_exists')
        repeated.upload = await finishedBefore(project.ref, asked)
      throw error
    }
    const server = new Server({
      path,
      locker,
      datastore: new UploadStore(resumable, project.ref, () => record),
      namingFunction: () => randomUUID(),
      // Relative to the address that was called, whatever stands before this server.
      generateUrl: (_request, { id: made }) => addressOf(made),
      getFileIdFromRequest: () => uploadIn(id),
      async onUploadCreate(_request, upload) {
        const { bucket, name } = requestOf(upload, false)
        const { actor, replaces } = await uploaderOf({ bucket, name })
        const asked = requestOf(upload, replaces)
        const { metadata = {} } = upload
        const wanted = { id: upload.id, actor, request: asked, metadata, beganAt: new Date().toISOString() }
        await storage.uploads.check(project, actor, asked).catch((error) => lookForRepeated(error, wanted))
        record = wanted
        return {}
      },
      async onIncomingRequest(request, uploadId) {
        if (request.method === 'POST') return
        const found = await resumable.find(project.ref, uploadId)
        if (!found) return
        await requireUploader(found)
        // All of it arrived, and then the server ended, or its database was away.
        const isWhole = found.offset === found.request.size && !found.isFinished
        if (request.method === 'HEAD' && isWhole) await resumable.finish(project, uploadId)
      },
      async onUploadFinish(_request, upload) {
        await resumable.finish(project, upload.id).catch((error) => lookForRepeated(error, record))
        return {}
      },
      onResponseError: (_request, error) => answerOf(error),
    })
    const answer = await server.handleWeb(withMethod(c.req.raw, method))
    return repeated.upload ? createdBefore(answer, repeated.upload, addressOf(repeated.upload.id)) : answer
  }
}

function withMethod(request: Request, method: string): Request {
  if (request.method === method) return request
  const { url, headers, signal } = request
  const body = method === 'HEAD' ? null : request.body
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}

/** What the first request was answered: it is created, and all of it is there. */
function createdBefore(
  { headers: refused }: Response,
  { request }: UploadRecord,
  location: string,
): Response {
  const headers = new Headers(refused)
  headers.delete('content-length')
  headers.delete('content-type')
  headers.set('location', location)
  headers.set('upload-offset', String(request.size))
  return new Response(null, { status: 201, headers })
}

/** @throws DomainError invalid_body */
function requestOf({ metadata, size }: Upload, replaces: boolean): UploadRequest & { size: number } {
  const { bucketName, objectName, contentType, cacheControl, metadata: userMetadata } = metadata ?? {}
  if (!bucketName || !objectName || size === undefined)
    throw new DomainError('invalid_body', storageText.metadataMissing)
  return {
    bucket: bucketName,
    name: objectName,
    mimetype: contentType || 'application/octet-stream',
    cacheControl: cacheControl ? cacheControlOf(cacheControl) : 'no-cache',
    userMetadata: userMetadata ? metadataIn(userMetadata) : null,
    replaces,
    size,
  }
}

/** The sentence is the body: clients show it. Undefined: the protocol's own refusal. */
function answerOf(error: Error | { status_code: number; body: string }) {
  const refusal = plainRefusal(error)
  return refusal && { status_code: refusal.status, body: refusal.sentence }
}

class UploadStore extends DataStore {
  override extensions = TUS_EXTENSIONS
  readonly #resumable: ResumableUploads
  readonly #ref: string
  readonly #record: () => UploadRecord | undefined

  constructor(resumable: ResumableUploads, ref: string, record: () => UploadRecord | undefined) {
    super()
    this.#resumable = resumable
    this.#ref = ref
    this.#record = record
  }

  override async create(upload: Upload): Promise<Upload> {
    const record = this.#record()
    if (!record) throw new DomainError('internal')
    await this.#resumable.begin(this.#ref, record)
    return upload
  }

  override write(source: Readable, id: string, offset: number): Promise<number> {
    return this.#resumable.append(this.#ref, id, source, offset)
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#resumable.find(this.#ref, id)
    if (!found) throw new DomainError('upload_not_found')
    const { request, offset, metadata, beganAt } = found
    return new Upload({ id, size: request.size, offset, metadata, creation_date: beganAt })
  }

  override remove(id: string): Promise<void> {
    return this.#resumable.cancel(this.#ref, id)
  }

  override getExpiration(): number {
    return UPLOAD_EXPIRY_MS
  }
}
