/**
 * Functions that the owner makes from now on can't be called by visitors unless the owner grants it: the data API serves them.
 * In a database by URL, which others made, the default rights stay as they are.
 */
import type { Migration } from './migration.js'

export const FUNCTION_RIGHTS: Migration = {
  id: 8,
  name: 'function_rights',
  sql: ({ role, mayGrant }) =>
    mayGrant
      ? `
alter default privileges for role ${role} revoke execute on functions from public;
alter default privileges for role ${role} in schema public revoke execute on functions from anon;
`
      : '',
}
