/** What is said when files are rejected, fail, or have all ended. SPEC §4, §5, §8 */
import { PlatformError } from '@basedeck/platform-client'
import type { UploadFailure, UploadRejection, UploadRequest, UploadSummary } from '@basedeck/storage-engine'
import type { Note } from '../ports/index.js'
import { bytesText } from '../rules/bytes.js'
import { storageText } from '../text/storage.js'

const text = storageText.upload

/** SPEC §9 */
const SIZE_LIMIT_MS = 8000

export function rejectionNote(rejection: UploadRejection, openSettings: () => void): Note {
  if (rejection.reason === 'empty') return { kind: 'error', message: text.empty(rejection.count) }
  return {
    kind: 'error',
    message: text.tooLarge(rejection.count, bytesText(rejection.limitBytes)),
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

/** Null: there is nothing to say. */
export function summaryNote(summary: UploadSummary): Note | null {
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
