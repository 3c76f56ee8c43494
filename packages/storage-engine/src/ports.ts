/** What the engines need of their host. */
import type { UploadError } from './rules/upload-outcome.js'

/** Time, so that tests own it. */
export interface EngineClock {
  /** Milliseconds since 1970. */
  now(): number
}

/** A file whose bytes are read when they are sent. */
export interface SourceFile {
  /** Where it lies in what was chosen or dropped; its name where it lies in no folder. */
  path: string
  sizeBytes: number
  /** Its media type; empty: not known. */
  type: string
  /** Milliseconds since 1970: tells two versions of a file apart. */
  modifiedMs: number
  /** Its bytes from `start` up to `end`. Rejects when the file has changed or is gone. */
  read(start: number, end: number): Promise<Blob | Uint8Array>
}

/** A file and where it is stored. */
export interface UploadRequest {
  file: SourceFile
  bucket: string
  /** The whole path in the bucket. */
  path: string
}

/** Told while an upload runs. */
export interface UploadEvents {
  /** Bytes that the server has. The first call tells where this run began. */
  onProgress(sentBytes: number): void
  /** A request failed, and is sent again soon. */
  onInterruption?(): void
}

/** How a run ended that was not paused. */
export type UploadEnd = { type: 'done' } | { type: 'failed'; error: UploadError | 'unreadable' }

/** The upload of one file. */
export interface RunningUpload {
  /** Sends, or goes on where the last run stopped. Resolves when it has ended; undefined: it was paused. */
  run(events: UploadEvents): Promise<UploadEnd | undefined>
  /** Stops sending; what the server has stays there. */
  pause(): Promise<void>
  /** Stops sending, and removes what the server has of it. */
  cancel(): Promise<void>
}

/** Sends files: `createTusTransport` of the entry point `./tus`, or a test's own. */
export interface UploadTransport {
  open(request: UploadRequest): RunningUpload
}
