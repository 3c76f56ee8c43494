/** Time limits for read-only members. Only members who may write can exceed them. */

/** Milliseconds of one statement, or of one slice of an export. */
export const READERS_LONGEST_MS = 5 * 60_000

/** Milliseconds of a whole export, however slowly its file is taken: its snapshot keeps dead rows from being removed. */
export const READERS_LONGEST_EXPORT_MS = 30 * 60_000
