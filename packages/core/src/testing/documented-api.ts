/** A table, a closed table and a function, as a fake platform answers their documentation. */
import type { FakePlatform } from '@basedeck/platform-client/testing'
import {
  apiFunctionStatement,
  apiObjectsStatement,
  apiTableStatement,
  type ApiFunction,
  type ApiRole,
  type ApiTable,
} from '../sql/api-objects.js'
import { apiColumn } from './api-column.js'
import { queryResult } from './query-result.js'

const ORDERS: ApiTable = {
  readsAll: true,
  mayDelete: false,
  columns: [
    apiColumn('id', {
      type: 'bigint',
      category: 'N',
      isNullable: false,
      key: 1,
      isGenerated: true,
      mayInsert: false,
      mayUpdate: false,
    }),
    apiColumn('customer', {
      type: 'bigint',
      category: 'N',
      isNullable: false,
      refersTo: 'shop.customers.id',
    }),
    apiColumn('note', { comment: 'What was said', default: `''::text` }),
  ],
}
const INBOX: ApiTable = {
  readsAll: false,
  mayDelete: false,
  columns: [apiColumn('text', { mayRead: false })],
}
const TOTAL: ApiFunction = {
  returns: 'numeric',
  isStable: true,
  arguments: [{ name: 'customer', type: 'bigint', category: 'N', hasDefault: false }],
}

const LIST = [
  ['1', 'table', 'shop', 'orders', 'What was ordered', null],
  ['2', 'table', 'api', 'inbox', null, null],
  ['3', 'function', 'shop', 'total', null, 'customer bigint'],
]

/** The role `service_role` reaches only the first table, and `authenticated` nothing. */
export function answerDocumentedApi(fake: FakePlatform, schemas: readonly string[]): void {
  const answer = ({ query, parameters }: ReturnType<typeof apiObjectsStatement>, rows: (string | null)[][]) =>
    fake.answer(query, queryResult(rows), parameters)
  answer(apiObjectsStatement(schemas, 'anon'), LIST)
  answer(apiObjectsStatement(schemas, 'authenticated'), [])
  answer(apiObjectsStatement(schemas, 'service_role'), LIST.slice(0, 1))
  for (const role of ['anon', 'service_role'] satisfies ApiRole[]) {
    answer(apiTableStatement('1', role), [[JSON.stringify(ORDERS)]])
    answer(apiTableStatement('2', role), [[JSON.stringify(INBOX)]])
  }
  answer(apiFunctionStatement('3'), [[JSON.stringify(TOTAL)]])
}
