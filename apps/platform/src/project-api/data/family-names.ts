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
