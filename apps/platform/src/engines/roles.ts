/** The roles every project database of ours has; DESIGN §4. */

/** The server's own superuser: migrations only, it never leaves the server process. */
export const ADMIN_ROLE = 'basedeck_admin'

/** Owns the database and its `public` schema; the dashboard and its users act as this role. */
export const OWNER_ROLE = 'postgres'

/** The login of members who only read: it reads what the owner reads, and may change nothing. */
export const READER_ROLE = 'basedeck_reader'

/** Holds the roles that a reader may act as. The reader is its member, and inherits nothing of them. */
export const READER_ACTING_ROLE = 'basedeck_reader_acting'

/** The database of a project. */
export const DATABASE_NAME = 'postgres'
