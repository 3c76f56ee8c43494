/** What is said when files are rejected, fail, or have all ended. SPEC §4, §5, §8 */
import { PlatformError } from '@basedeck/platform-client'
import {
  baseName,
  type UploadFailure,
  type UploadRejection,
  type UploadRequest,
  type UploadSummary,
} from '@basedeck/storage-engine'
import type { Note } from '../../ports/index.js'
import { sizeText } from '../../rules/results/bytes.js'
import { storageText } from '../../text/storage.js'

const text = storageText.upload

/** SPEC §9 */
const SIZE_LIMIT_MS = 8000

export function rejectionNote(rejection: UploadRejection, openSettings: () => void): Note {
  const count = rejection.files.length
  if (rejection.reason === 'empty')
    return { kind: 'error', message: text.empty(count), detail: text.named(namesOf([rejection])) }
  return {
    kind: 'error',
    message: text.tooLarge(count, sizeText(rejection.limitBytes)),
    detail: text.tooLargeDetail,
    action: { label: text.toSettings, run: openSettings },
    durationMs: SIZE_LIMIT_MS,
  }
}

/** @param allowedTypes what the bucket takes; null: everything */
export function failureNote(
  failure: UploadFailure,
  { path, file }: UploadRequest,
  allowedTypes: readonly string[] | null,
): Note {
  const name = path.slice(path.lastIndexOf('/') + 1)
  switch (failure.reason) {
    case 'type':
      return {
        kind: 'error',
        message: failure.said === '' ? text.typeRefused(name, file.type) : failure.said,
        ...(allowedTypes ? { detail: text.allowedTypes(allowedTypes.join(', ')) } : {}),
      }
    case 'too-large':
      return { kind: 'error', message: text.fileTooLarge(name) }
    case 'exists':
      return { kind: 'error', message: text.exists(name) }
    case 'unreadable':
      return { kind: 'error', message: text.other(name, text.unreadable) }
    case 'other':
      return { kind: 'error', message: text.other(name, failure.message) }
  }
}

/**
 * Null: there is nothing to say. It is shown in front of the notes before it, so that it names the refused files again.
 */
export function summaryNote(summary: UploadSummary, rejected: readonly UploadRejection[]): Note | null {
  const note = noteOf(summary)
  const names = namesOf(rejected)
  if (!note || names.length === 0) return note
  return { ...note, kind: note.kind === 'success' ? 'info' : note.kind, detail: text.refused(names) }
}

function namesOf(rejected: readonly UploadRejection[]): string[] {
  return rejected.flatMap(({ files }) => files.map(({ path }) => baseName(path)))
}

function noteOf(summary: UploadSummary): Note | null {
  switch (summary.type) {
    case 'success':
      return { kind: 'success', message: text.success(summary.count) }
    case 'partial':
      return { kind: 'success', message: text.partial(summary.count, summary.total) }
    case 'error':
      return { kind: 'error', message: text.error(summary.count) }
    case 'cancelled':
      return { kind: 'info', message: text.aborted }
    case 'told':
      return null
  }
}

/** The upload itself broke, before any file was sent. */
export function brokenNote(error: unknown): Note {
  return {
    kind: 'error',
    message: text.broken,
    ...(error instanceof PlatformError || error instanceof Error ? { detail: error.message } : {}),
  }
}
