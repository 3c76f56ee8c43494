/** Where SQL is sent, and who may send it: known without the schemas of what is sent. */
import { inProject } from './permission.js'

/** The path of the query call, in all its forms. */
export const QUERY_PATH = '/platform/pg-meta/{ref}/query'
/** The path of an import. */
export const IMPORT_PATH = '/platform/pg-meta/{ref}/import'
/** Who may import rows. */
export const IMPORT_ACCESS = inProject('update', 'database')
/** Callers who may only read always run in READ ONLY transactions. DESIGN §6. */
export const QUERY_ACCESS = inProject('read', 'database')
