/** The two roles every project database of ours has; DESIGN §4. */

/** The server's own superuser: migrations only, it never leaves the server process. */
export const adminRole = 'basedeck_admin'

/** Owns the database and its `public` schema; the dashboard and its users act as this role. */
export const ownerRole = 'postgres'

/** The database of a project. */
export const databaseName = 'postgres'
