/** What the tray of uploads shows: files in a queue, files that a reload interrupted, and files that were refused. */
import type { QueuedUpload } from '@basedeck/storage-engine'
import type { UnfinishedUpload } from './unfinished-uploads.js'

/** One file of the tray. */
export type TrayEntry =
  | { key: string; ref: string; type: 'queued'; upload: QueuedUpload }
  | { key: string; ref: string; type: 'interrupted'; upload: UnfinishedUpload }
  | { key: string; ref: string; type: 'refused'; upload: RefusedUpload }

/** A file that was chosen and is not uploaded. */
export interface RefusedUpload {
  bucket: string
  /** Where it would have been stored. */
  path: string
  /** What it is larger than; null: it is empty. */
  limitBytes: number | null
}
