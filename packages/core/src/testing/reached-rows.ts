/** What the data API would open, as a fake platform answers it. */
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { dataApiReachStatement, EXPOSABLE_SCHEMAS_STATEMENT } from '../sql/data-api-reach.js'
import { queryResult } from './query-result.js'

const COUNTS = ['2', '0', '1', '0', '1']
const ORDERS = ['table', 'shop', 'orders', null, 't', 'f', 't', 't']
const REST = [
  ['view', 'shop', 'all_orders', null, 't', 'f', 't', 'f', null, 't'],
  ['table', 'shop', 'safe', null, 'f', 'f', 't', 'f', 't', 'f'],
  ['function', 'shop', 'total', 'a integer', 't', 'f', 't', 'f', null, 'f'],
]

/** A table without row-level security, a view, a safe table and a function; and the schemas public, shop and other. */
export function answerReach(fake: FakePlatform, schemas: readonly string[], isOrdersSafe = false): void {
  const orders = [...ORDERS, isOrdersSafe ? 't' : 'f', 'f']
  const { query, parameters } = dataApiReachStatement(schemas)
  fake.answer(query, queryResult([orders, ...REST].map((row) => [...row, ...COUNTS])), parameters)
  fake.answer(EXPOSABLE_SCHEMAS_STATEMENT.query, queryResult([['public'], ['other'], ['shop']]))
}
