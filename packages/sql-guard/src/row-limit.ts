/** How many rows a query may answer with: the user chooses. SPEC §9. */

/** The default number of rows. */
export const DEFAULT_ROW_LIMIT = 100

/** The limits a user can choose, in rows; -1 is "No limit". */
export const ROW_LIMIT_OPTIONS = [-1, 100, 500, 1000] as const
