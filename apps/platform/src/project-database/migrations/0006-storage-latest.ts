/** The newest files of a bucket are a page of an index: without it a page among a million files sorted all of them. */
import type { Migration } from './migration.js'

export const STORAGE_LATEST: Migration = {
  id: 6,
  name: 'storage_latest',
  sql: () =>
    'create index if not exists objects_created_idx on storage.objects (bucket_id, created_at, name);',
}
