/** What the footer of a bucket says. SPEC §4 */
import type { Bucket, StorageConfig } from '@basedeck/platform-client'
import { sizeText } from '../../rules/results/bytes.js'
import { storageText as text } from '../../text/storage.js'

/** `1 selected`, `Public bucket · 50 MB per file`; empty: nothing is to be said. */
export interface BucketFooter {
  selected: string
  bucket: string
}

/**
 * @param selected the number of selected items
 * @param bucket null or undefined: it is not there, or not known yet
 * @param config null: not known yet
 */
export function bucketFooter(
  selected: number,
  bucket: Bucket | null | undefined,
  config: StorageConfig | null,
): BucketFooter {
  const limit = limitInEffect(bucket?.file_size_limit, config)
  const kind = bucket?.public ? text.list.publicBucket : text.list.privateBucket
  return {
    selected: selected > 0 ? text.list.selected(selected) : '',
    bucket: bucket ? [kind, ...(limit === null ? [] : [text.list.perFile(sizeText(limit))])].join(' · ') : '',
  }
}

/** The smaller one of the bucket's and the project's; null: neither is known. */
function limitInEffect(own: number | null | undefined, config: StorageConfig | null): number | null {
  const limits = [own, config?.fileSizeLimit].filter((limit) => typeof limit === 'number')
  return limits.length === 0 ? null : Math.min(...limits)
}
