/** Parameters that all tables of the document share. */

const header = (name: string, description: string, more: object = {}) => ({
  name,
  in: 'header',
  required: false,
  type: 'string',
  description,
  ...more,
})
const query = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  type: 'string',
  description,
})

/** By the names that `$ref` uses. */
export const SHARED_PARAMETERS = {
  preferParams: header('Prefer', 'Preference', { enum: ['params=single-object'] }),
  preferReturn: header('Prefer', 'Preference', {
    enum: ['return=representation', 'return=minimal', 'return=none'],
  }),
  preferCount: header('Prefer', 'Preference', { enum: ['count=none'] }),
  preferPost: header('Prefer', 'Preference', {
    enum: [
      'return=representation',
      'return=minimal',
      'return=none',
      'resolution=ignore-duplicates',
      'resolution=merge-duplicates',
    ],
  }),
  select: query('select', 'Which columns and relations are given'),
  on_conflict: query('on_conflict', 'The columns of the unique key that decides about duplicates'),
  order: query('order', 'The order of the rows'),
  range: header('Range', 'The first and the last row'),
  rangeUnit: header('Range-Unit', 'The unit of the range', { default: 'items' }),
  offset: query('offset', 'How many rows are left out before the first'),
  limit: query('limit', 'How many rows are given at most'),
} as const
