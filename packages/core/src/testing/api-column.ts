/** A column of a documented table that the role may read and write, and where its calls go. */
import type { ApiTarget } from '../rules/settings/api-snippets/ways.js'
import type { ApiColumn } from '../sql/api-objects.js'

export const apiColumn = (name: string, given: Partial<ApiColumn> = {}): ApiColumn => ({
  name,
  type: 'text',
  category: 'S',
  isNullable: true,
  default: null,
  comment: null,
  key: null,
  refersTo: null,
  labels: null,
  isGenerated: false,
  isIdentity: false,
  mayRead: true,
  mayInsert: true,
  mayUpdate: true,
  ...given,
})

export const apiTarget: ApiTarget = {
  address: 'http://127.0.0.1:8788/default',
  key: 'sb_publishable_1',
  role: 'anon',
  schema: 'public',
  isDefaultSchema: true,
  name: 'orders',
}
