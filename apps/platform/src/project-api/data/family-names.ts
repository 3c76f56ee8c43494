/** Words that only clients of the family know. */

/** Headers that pages of other origins may read. */
export const EXPOSED_HEADERS: readonly string[] = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
  'Preference-Applied',
  'Retry-After',
  'X-Request-Id',
  'X-Basedeck-Served-By',
]

/** Codes that clients look for. */
export const FAMILY_CODES = {
  invalidToken: 'PGRST301',
  noDatabase: 'PGRST000',
  schemaNotRead: 'PGRST002',
  poolTimeout: 'PGRST003',
} as const

/** What the family's migrations send to have the schema, or the configuration, read again. */
export const RELOAD_CHANNEL = 'pgrst'
export const RELOAD_CONFIG = 'reload config'

/** `replica` or `primary`: which database may answer a read. The family has an address instead. */
export const READ_HEADER = 'x-basedeck-read'
/** Names the replica that answered. */
export const SERVED_BY_HEADER = 'x-basedeck-served-by'
