/** Every step of a project's database, in order. */
import { ROLES } from './0001-roles.js'
import { SCHEMAS } from './0002-schemas.js'
import { AUTH } from './0003-auth.js'
import { STORAGE } from './0004-storage.js'
import { STORAGE_VERSIONS } from './0005-storage-versions.js'
import { STORAGE_LATEST } from './0006-storage-latest.js'
import { SCHEMA_CHANGES } from './0007-schema-changes.js'
import { FUNCTION_RIGHTS } from './0008-function-rights.js'
import { AUTH_SERVICE } from './0009-auth-service.js'
import { TABLE_CHANGES } from './0010-table-changes.js'
import { REALTIME } from './0011-realtime.js'
import type { Migration } from './migration.js'

export const MIGRATIONS: readonly Migration[] = [
  ROLES,
  SCHEMAS,
  AUTH,
  STORAGE,
  STORAGE_VERSIONS,
  STORAGE_LATEST,
  SCHEMA_CHANGES,
  FUNCTION_RIGHTS,
  AUTH_SERVICE,
  TABLE_CHANGES,
  REALTIME,
]
