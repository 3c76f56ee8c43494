/** The roles of every project database that we made; DESIGN §4. */

/** The superuser: used for migrations only, and its password never leaves the server process. */
export const ADMIN_ROLE = 'basedeck_admin'

/** Owns the database and its `public` schema; the dashboard and its users act as this role. */
export const OWNER_ROLE = 'postgres'

/** The login of read-only members: it reads what the owner reads and can't change anything. */
export const READER_ROLE = 'basedeck_reader'

/** Has the roles that a reader may act as. The reader is a member of it, but inherits no rights. */
export const READER_ACTING_ROLE = 'basedeck_reader_acting'

/**
 * The login of a project's services. It has no rights, and takes the role of a caller for each transaction. Client libraries'
 * migrations grant roles to this name.
 */
export const SERVICE_ROLE = 'authenticator'

/** The database of a project. */
export const DATABASE_NAME = 'postgres'

/** Replicas stream as this login. It sees every row, so its password stays in the platform. */
export const REPLICATION_ROLE = 'basedeck_replica'

/** Changes of published tables are decoded as this login. It sees every row, so its password stays in the platform. */
export const CHANGES_ROLE = 'basedeck_realtime'
/** The one slot from which they are read. */
export const CHANGES_SLOT = 'basedeck_realtime'
