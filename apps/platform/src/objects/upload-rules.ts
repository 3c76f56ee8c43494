/** Which uploads a bucket takes. SPEC §8, CONTRACT "Storage". */
import type { Bucket, PlanId } from '@basedeck/platform-client/contract'
import { DEFAULT_FILE_SIZE_LIMIT, LARGEST_FILE_SIZE_LIMIT } from '@basedeck/platform-client/contract'

export type UploadVerdict =
  | { type: 'taken'; limit: number }
  | { type: 'too-large'; limit: number }
  | { type: 'wrong-type'; allowed: readonly string[] }

export interface AskedUpload {
  /** Bytes; undefined: it is known at the end. */
  size: number | undefined
  mimetype: string
}

/** @param projectLimit bytes of one file in any bucket of the project */
export function judgeUpload(
  { size, mimetype }: AskedUpload,
  { file_size_limit, allowed_mime_types }: Pick<Bucket, 'file_size_limit' | 'allowed_mime_types'>,
  projectLimit: number,
): UploadVerdict {
  const limit = Math.min(projectLimit, file_size_limit ?? projectLimit)
  if (size !== undefined && size > limit) return { type: 'too-large', limit }
  if (allowed_mime_types && !allowed_mime_types.some((allowed) => isOfType(mimetype, allowed)))
    return { type: 'wrong-type', allowed: allowed_mime_types }
  return { type: 'taken', limit }
}

/** `image/*` takes every image; parameters such as a charset don't count. */
function isOfType(mimetype: string, allowed: string): boolean {
  const [essence = ''] = mimetype.toLowerCase().split(';')
  const [type, subtype] = essence.trim().split('/')
  const [wantedType, wantedSubtype] = allowed.toLowerCase().split('/')
  return (wantedType === '*' || wantedType === type) && (wantedSubtype === '*' || wantedSubtype === subtype)
}

const GB = 1024 * 1024 * 1024
const LARGEST: Readonly<Record<PlanId, number>> = {
  free: DEFAULT_FILE_SIZE_LIMIT,
  pro: 50 * GB,
  team: 50 * GB,
  enterprise: LARGEST_FILE_SIZE_LIMIT,
}

/** What the limit of a project can be at most. @param isPlatform false: self-hosted, where no plan limits it */
export function largestFileSizeLimit(plan: PlanId, isPlatform: boolean): number {
  return isPlatform ? LARGEST[plan] : LARGEST_FILE_SIZE_LIMIT
}
