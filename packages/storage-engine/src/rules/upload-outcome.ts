/**
 * Why the upload of a file failed, and what is said when all files of an upload have ended.
 * @rule storage.upload-outcome  @spec §4, §8
 */

/** The answer that ended the upload of a file, or what went wrong without one. */
export interface UploadError {
  /** Null: no answer came. */
  status: number | null
  /** The body of the answer; empty: it has none. */
  body: string
  message: string
}

/** Why a file was not uploaded. */
export type UploadFailure =
  /** Its media type is not allowed; `said` is the server's sentence, which may be empty. */
  | { reason: 'type'; said: string }
  | { reason: 'too-large' }
  | { reason: 'exists' }
  /** The file changed or disappeared on the device. */
  | { reason: 'unreadable' }
  | { reason: 'other'; message: string }

/** Names the reason of an error. */
export function failureOf({ status, body, message }: UploadError): UploadFailure {
  const said = sentenceIn(body)
  switch (status) {
    case 415:
      return { reason: 'type', said }
    case 413:
      return { reason: 'too-large' }
    case 409:
      return { reason: 'exists' }
    default:
      return { reason: 'other', message: said === '' ? message : said }
  }
}

/** The sentence of an error body: a text, or JSON with a message. */
function sentenceIn(body: string): string {
  const text = body.trim()
  if (!text.startsWith('{')) return text.startsWith('<') ? '' : text
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : ''
  } catch {
    // Cut off, or no JSON after all: as it is.
    return text
  }
}

/** How many files of an upload ended how. */
export interface UploadCounts {
  uploaded: number
  failed: number
  cancelled: number
}

/** What is said at the end of an upload. */
export type UploadSummary =
  | { type: 'success'; count: number }
  | { type: 'partial'; count: number; total: number }
  | { type: 'error'; count: number }
  /** The only file has failed, and that was said already. */
  | { type: 'told' }
  | { type: 'cancelled' }

/** Files that the user cancelled count as not uploaded. */
export function uploadSummary({ uploaded, failed, cancelled }: UploadCounts): UploadSummary {
  const total = uploaded + failed + cancelled
  if (uploaded === total) return { type: 'success', count: total }
  if (uploaded > 0) return { type: 'partial', count: uploaded, total }
  if (failed === 0) return { type: 'cancelled' }
  return total === 1 ? { type: 'told' } : { type: 'error', count: failed }
}
