/** Every step of a project's database, in order. */
import { roles } from './0001-roles.js'
import { schemas } from './0002-schemas.js'
import { auth } from './0003-auth.js'
import type { Migration } from './migration.js'

export const migrations: readonly Migration[] = [roles, schemas, auth]
