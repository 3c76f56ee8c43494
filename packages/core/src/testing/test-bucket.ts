/** A private bucket of the project `default` without limits, for the fake platform. */
import type { FakePlatform } from '@basedeck/platform-client/testing'

type FakeBucket = FakePlatform['storage']['buckets'][number]

/** @param more what differs */
export function testBucket(id: string, more: Partial<FakeBucket> = {}): FakeBucket {
  const at = '2026-11-01T00:00:00Z'
  return {
    ref: 'default',
    id,
    name: id,
    owner: null,
    public: false,
    file_size_limit: null,
    allowed_mime_types: null,
    created_at: at,
    updated_at: at,
    ...more,
  }
}
