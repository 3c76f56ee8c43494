import type { Lint } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { findingRemedy } from './finding-remedy.js'

const lint = (name: string, object: string, sql?: string): Lint => ({
  name,
  title: '',
  level: 'INFO',
  facing: 'EXTERNAL',
  categories: ['PERFORMANCE'],
  description: '',
  detail: '',
  remediation: '',
  cache_key: name,
  metadata: { schema: 'public', name: object },
  ...(sql === undefined ? {} : { remediation_sql: sql }),
})

const index = (does: string, name: string) => ({
  type: 'object',
  does,
  kind: 'index',
  schema: 'public',
  name,
})

test.each([
  [lint('unused_index', 'by_day'), index('remove', 'by_day')],
  [lint('invalid_index', 'half'), index('rebuild', 'half')],
  [
    lint('duplicate_index', 'orders', 'drop index public."By ""day""";\ndrop index public.b;'),
    index('remove', 'By "day"'),
  ],
  [lint('duplicate_index', 'orders'), null],
  [
    lint('unindexed_foreign_keys', 'Odd one', 'create index on public."Odd one" (a, "B, c");'),
    { type: 'new-index', schema: 'public', table: 'Odd one', columns: ['a', 'B, c'] },
  ],
  [lint('unindexed_foreign_keys', 't', 'create index on public.t (lower(a));'), null],
  [lint('unindexed_foreign_keys', 't'), null],
  [
    lint('secret_in_function', 'pay'),
    { type: 'object', does: 'edit', kind: 'function', schema: 'public', name: 'pay' },
  ],
  [
    lint('sequence_near_end', 's'),
    { type: 'object', does: 'edit', kind: 'sequence', schema: 'public', name: 's' },
  ],
  [lint('long_transaction', '17'), { type: 'page', page: 'activity' }],
  [lint('rls_policy_always_true', 't'), { type: 'page', page: 'policies' }],
  [lint('no_primary_key', 't', 'alter table public.t add column id bigint'), null],
])('%j', (finding, remedy) => {
  expect(findingRemedy(finding)).toEqual(remedy)
})
