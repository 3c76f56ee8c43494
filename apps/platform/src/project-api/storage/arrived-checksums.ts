/**
 * Checksums of what an upload has so far, so that a client goes on only with the same file: `?checksums=0-65536,…` names
 * parts, each from its first byte up to one that is no part of it. Ours beside tus.
 */
import { DomainError } from '../../kernel/domain-error.js'
import type { ByteRange } from '../../objects/byte-store.js'
import type { FoundUpload, ResumableUploads } from '../../objects/resumable-uploads.js'
import type { ActedCall } from './acted-call.js'

const MOST_PARTS = 256
const LARGEST_PART_BYTES = 1024 * 1024

export async function answerChecksums(
  { c, project }: ActedCall,
  resumable: ResumableUploads,
  { id, offset }: FoundUpload,
): Promise<Response> {
  const parts = partsIn(c.req.query('checksums') ?? '', offset)
  if (!parts) throw new DomainError('invalid_query')
  return c.json({ offset, checksums: await resumable.checksums(project.ref, id, parts) })
}

/** Undefined: they can't be read, are too many or too large, or have not arrived. */
export function partsIn(text: string, offset: number): ByteRange[] | undefined {
  if (text === '') return []
  const parts = text.split(',').map((part) => {
    const [, start, end] = /^(\d{1,15})-(\d{1,15})$/.exec(part) ?? []
    return start === undefined ? undefined : { start: Number(start), end: Number(end) - 1 }
  })
  const isFine = parts.every(
    (part) =>
      part && part.start <= part.end && part.end < offset && part.end - part.start < LARGEST_PART_BYTES,
  )
  return isFine && parts.length <= MOST_PARTS ? (parts as ByteRange[]) : undefined
}
