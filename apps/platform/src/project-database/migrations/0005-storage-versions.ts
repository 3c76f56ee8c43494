/**
 * Without the index of the versions a folder of 100,000 files is renamed in two thirds of the time, and an upload writes one
 * index less. Only the sweep looked versions up; it asks for many at once, and reads the table.
 */
import type { Migration } from './migration.js'

export const STORAGE_VERSIONS: Migration = {
  id: 5,
  name: 'storage_versions',
  sql: () => 'drop index if exists storage.objects_version_idx;',
}
