/** What the platform itself keeps in a project's database: no migration makes it, so it is no part of a comparison. */
import { HISTORY_SCHEMA } from '../project-database/family-names.js'

/** The journal of the platform, and the history of migrations. */
export const OWN_SCHEMAS = ['basedeck', HISTORY_SCHEMA]

/** Logins of the platform begin so. */
export const OWN_ROLES = 'basedeck_*'
