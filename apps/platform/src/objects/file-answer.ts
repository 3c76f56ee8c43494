/** How a file is answered: its headers, and the part that was asked for. */
import type { ObjectMetadata } from '@basedeck/platform-client/contract'
import type { ByteRange } from './byte-store.js'

export type FilePlan =
  | { type: 'whole' }
  | { type: 'part'; range: ByteRange }
  | { type: 'unchanged' }
  /** A condition that the caller set does not hold. */
  | { type: 'other' }
  /** No byte that was asked for is in the file. */
  | { type: 'beyond' }

export interface FileConditions {
  range: string | undefined
  ifRange: string | undefined
  ifNoneMatch: string | undefined
  ifModifiedSince: string | undefined
  ifMatch: string | undefined
  ifUnmodifiedSince: string | undefined
}

/** RFC 9110: a condition goes before a range; several ranges, and one that can't be read, give the whole file. */
export function planFile(
  { size, eTag, lastModified }: Pick<ObjectMetadata, 'size' | 'eTag' | 'lastModified'>,
  { range, ifRange, ifNoneMatch, ifModifiedSince, ifMatch, ifUnmodifiedSince }: FileConditions,
): FilePlan {
  // A date that can't be read is no condition.
  const isOf = (tag: string) => tag === '*' || tag === eTag
  if (ifMatch !== undefined) {
    if (!tagsIn(ifMatch).some(isOf)) return { type: 'other' }
  } else if (
    ifUnmodifiedSince !== undefined &&
    !Number.isNaN(Date.parse(ifUnmodifiedSince)) &&
    !isNotLater(lastModified, ifUnmodifiedSince)
  ) {
    return { type: 'other' }
  }
  if (ifNoneMatch !== undefined) {
    if (tagsIn(ifNoneMatch).some((tag) => isOf(tag.replace(/^W\//, '')))) return { type: 'unchanged' }
  } else if (ifModifiedSince !== undefined && isNotLater(lastModified, ifModifiedSince)) {
    return { type: 'unchanged' }
  }
  const isOther = ifRange !== undefined && ifRange !== eTag && !isNotLater(lastModified, ifRange)
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (isOther || first === undefined || last === undefined || (first === '' && last === ''))
    return { type: 'whole' }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { type: 'whole' }
  return start > end || start >= size ? { type: 'beyond' } : { type: 'part', range: { start, end } }
}

function tagsIn(list: string): string[] {
  return list.split(',').map((tag) => tag.trim())
}

/** Dates of HTTP have whole seconds. */
function isNotLater(moment: string, date: string): boolean {
  return Math.floor(Date.parse(moment) / 1000) * 1000 <= Date.parse(date)
}

export interface Disposition {
  /** Saved instead of shown. */
  isAttachment: boolean
  /** Of the saved file. */
  name: string
}

/**
 * Files of users never run script where they are opened: they are sandboxed, and no browser guesses their type. The
 * viewer of PDFs does not work in a sandbox; it runs no script of the file on this origin.
 */
export function fileHeaders(
  metadata: ObjectMetadata,
  { isAttachment, name }: Disposition,
): Record<string, string> {
  const isPdf = /^application\/pdf\s*(;|$)/i.test(metadata.mimetype)
  return {
    'accept-ranges': 'bytes',
    'cache-control': isHeaderText(metadata.cacheControl) ? metadata.cacheControl : 'no-cache',
    'content-disposition': `${isAttachment ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeFileName(name)}`,
    'content-security-policy': `${isPdf ? '' : 'sandbox; '}${POLICY}`,
    'content-type': isHeaderText(metadata.mimetype) ? metadata.mimetype : 'application/octet-stream',
    'cross-origin-resource-policy': 'cross-origin',
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'x-content-type-options': 'nosniff',
  }
}

const POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

/** RFC 8187. */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Whether it can be the value of a header. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text)
}
