/** Sends files by tus 1.0, in browsers and in Node. An upload that was interrupted goes on where it stopped. */
import {
  Upload,
  type DetailedError,
  type HttpRequest,
  type HttpResponse,
  type PreviousUpload,
  type UrlStorage,
} from 'tus-js-client'
import type { SourceFile, UploadEnd, UploadEvents, UploadRequest, UploadTransport } from '../ports.js'
import { chunkSizeFor, isSentWithCreation } from '../rules/chunk-size.js'
import type { UploadError } from '../rules/upload-outcome.js'
import { isRetried, RETRY_DELAYS_MS } from '../rules/upload-retry.js'
import { sourceReader, UnreadableFile } from './file-source.js'
import { compareArrived } from './same-file.js'
import { urlStorageOf, type UploadStore } from './upload-store.js'

export type { UploadStore } from './upload-store.js'

/** Where files are sent, and by which key. */
export interface TusTransportOptions {
  /** The address that takes uploads: `https://…/storage/v1/upload/resumable`. */
  endpoint: string
  /** Called before each request: a key that is valid now. */
  apiKey(): Promise<string>
  /** Called when a request was refused with 401: the next key must be another one. */
  onKeyRefused?(): void
  /** Keeps the addresses of unfinished uploads. */
  store: UploadStore
  /** Sent as the header `x-source`. Default: `basedeck`. */
  source?: string
  /** Seconds that caches may keep the files. Default: 3600. */
  cacheSeconds?: number
}

const CACHE_SECONDS = 3600

/** Makes the transport of one server. */
export function createTusTransport(options: TusTransportOptions): UploadTransport {
  const urlStorage = urlStorageOf(options.store)
  return {
    open(request) {
      // When the answer to a finished upload is lost, the server knows by it that the file was sent again.
      const uploadId = randomId()
      const fingerprint = fingerprintOf(options.endpoint, request)
      let current: Run | undefined
      /** What is being stopped must have stopped before it goes on. */
      let stopping: Promise<unknown> = Promise.resolve()
      const stop = (isEnd: boolean) => {
        // At once: the next piece would be sent before the next turn.
        stopping = Promise.all([stopping, current?.stop(isEnd)])
        return stopping.then(() => undefined)
      }
      return {
        async run(events) {
          const address = current?.upload.url
          // A new one each time: the request that a pause cut off fails later, and would be tried again beside the next.
          const run = startRun(options, { request, uploadId, fingerprint, urlStorage, events })
          current = run
          // At once, so that a cancel removes what the server has.
          if (address) run.upload.resumeFromPreviousUpload(uploadAt(address, fingerprint))
          await stopping
          if (!address) await run.goOnFromBefore()
          if (!run.isStopped()) run.upload.start()
          return run.ended
        },
        pause: () => stop(false),
        cancel: () => stop(true),
      }
    },
  }
}

/** One try of an upload, from its start or its going on to its end or its pause. */
interface Run {
  upload: Upload
  ended: Promise<UploadEnd | undefined>
  isStopped(): boolean
  /** Finds what an earlier process sent of this file, and goes on from there if it is the same file. */
  goOnFromBefore(): Promise<void>
  /** `isEnd`: what the server has is removed as well. */
  stop(isEnd: boolean): Promise<void>
}

interface RunOf {
  request: UploadRequest
  uploadId: string
  fingerprint: string
  urlStorage: UrlStorage
  events: UploadEvents
}

function startRun(options: TusTransportOptions, of: RunOf): Run {
  const { bucket, path, file } = of.request
  let isStopped = false
  const source = options.source ?? 'basedeck'
  let finish: (end: UploadEnd | undefined) => void = () => {}
  const ended = new Promise<UploadEnd | undefined>((resolve) => {
    finish = resolve
  })
  // A file of the library's own kind is not needed: `fileReader` reads it.
  const upload = new Upload(file as never, {
    endpoint: options.endpoint,
    fileReader: sourceReader,
    urlStorage: of.urlStorage,
    fingerprint: async () => of.fingerprint,
    removeFingerprintOnSuccess: true,
    chunkSize: chunkSizeFor(file.sizeBytes),
    uploadDataDuringCreation: isSentWithCreation(file.sizeBytes),
    retryDelays: [...RETRY_DELAYS_MS],
    onShouldRetry(error) {
      if (isStopped || isUnreadable(error) || !(isRetried(statusOf(error)) || isBehind(error))) return false
      of.events.onInterruption?.()
      return true
    },
    headers: { 'x-source': source },
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: typeOf(file),
      cacheControl: String(options.cacheSeconds ?? CACHE_SECONDS),
      uploadId: of.uploadId,
    },
    async onBeforeRequest(sent) {
      // It was stopped before its first request, which tus-js-client would send all the same.
      if (isStopped && sent.getMethod() !== 'DELETE') throw new Error('The upload was stopped')
      sent.setHeader('apikey', await options.apiKey())
    },
    onAfterResponse(sent, answer) {
      if (answer.getStatus() === 401) options.onKeyRefused?.()
      keepUnfinished(sent, answer)
    },
    onProgress: (sentBytes) => {
      if (!isStopped) of.events.onProgress(sentBytes)
    },
    onSuccess: () => finish({ type: 'done' }),
    onError: (error) =>
      finish({ type: 'failed', error: isUnreadable(error) ? 'unreadable' : errorOf(error) }),
  })
  return {
    upload,
    ended,
    isStopped: () => isStopped,
    async goOnFromBefore() {
      const [before] = await upload.findPreviousUploads()
      if (!before?.uploadUrl) return
      const end = (how: UploadEnd) => {
        isStopped = true
        finish(how)
      }
      try {
        const compared = await compareArrived(file, before.uploadUrl, {
          headers: async () => ({ apikey: await options.apiKey(), 'x-source': source }),
          onKeyRefused: () => options.onKeyRefused?.(),
          isStopped: () => isStopped,
        })
        if (compared.type === 'same') upload.resumeFromPreviousUpload(before)
        if (compared.type === 'away') end({ type: 'failed', error: compared.error })
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        end({ type: 'failed', error: 'unreadable' })
      }
    },
    stop(isEnd) {
      isStopped = true
      finish(undefined)
      return upload.abort(isEnd).catch(() => undefined)
    },
  }
}

function uploadAt(uploadUrl: string, urlStorageKey: string): PreviousUpload {
  return { uploadUrl, urlStorageKey, size: null, metadata: {}, creationTime: '', parallelUploadUrls: null }
}

/** The same file for the same place. */
function fingerprintOf(endpoint: string, { bucket, path, file }: UploadRequest): string {
  return ['upload', endpoint, bucket, path, file.sizeBytes, file.modifiedMs, typeOf(file)].join('|')
}

/** 128 random bits; unlike `crypto.randomUUID` it also works on plain http addresses. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function typeOf(file: SourceFile): string {
  return file.type === '' ? 'application/octet-stream' : file.type
}

/**
 * When the server does not say how much it has, tus-js-client begins the file again. It is asked once more instead, unless it
 * says that it has nothing.
 */
function keepUnfinished(sent: HttpRequest, answer: HttpResponse): void {
  const status = answer.getStatus()
  const isTold = (status >= 200 && status < 300) || [403, 404, 410, 423].includes(status)
  if (sent.getMethod() === 'HEAD' && !isTold) throw new Error(`The server answered with status ${status}`)
}

function isUnreadable(error: Error | DetailedError): boolean {
  return (
    error instanceof UnreadableFile ||
    ('causingError' in error && error.causingError instanceof UnreadableFile)
  )
}

/** The server took bytes of a request that was stopped, after it had said how much it has: it is asked again. */
function isBehind(error: Error | DetailedError): boolean {
  return (
    statusOf(error) === 409 &&
    'originalRequest' in error &&
    error.originalRequest.getMethod() === 'PATCH' &&
    /offset/i.test(error.originalResponse?.getBody() ?? '')
  )
}

function statusOf(error: Error | DetailedError): number | null {
  return ('originalResponse' in error ? error.originalResponse?.getStatus() : null) || null
}

function errorOf(error: Error | DetailedError): UploadError {
  const status = statusOf(error)
  const body = ('originalResponse' in error ? error.originalResponse?.getBody() : undefined) ?? ''
  const cause = 'causingError' in error ? error.causingError : null
  const message =
    status === null ? (cause?.message ?? error.message) : `The server answered with status ${status}`
  return { status, body, message }
}
