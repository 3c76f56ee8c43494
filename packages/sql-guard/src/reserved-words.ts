/** PostgreSQL's fully reserved words, from version 14 on: without quotes or a schema none of them can name a function. */

/** Reserved words that are functions themselves: `localtime (0)` calls one. */
export const BARE_FUNCTION_WORDS: ReadonlySet<string> = new Set([
  'current_catalog',
  'current_date',
  'current_role',
  'current_time',
  'current_timestamp',
  'current_user',
  'localtime',
  'localtimestamp',
  'session_user',
  'system_user',
  'user',
])

/** The other reserved words. A bracket behind one of them calls nothing. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
  deferrable desc distinct do else end except false fetch for foreign from grant group having in initially intersect
  into lateral leading limit not null offset on only or order placing primary references returning select some
  symmetric table then to trailing true union unique using variadic when where window with`.split(/\s+/),
)
