/** What is read of a table only when its user asks for it: sizes, the exact number of rows, policies. */
import { expect, test } from 'vitest'
import { tablePoliciesStatement } from '../../sql/table-policies.js'
import { tableSizesStatement } from '../../sql/table-sizes.js'
import { openTable } from '../../testing/open-table.js'
import { queryResult } from '../../testing/query-result.js'

test('sizes are asked for when one looks at them, and not before', async () => {
  const { screen, fake, until, shown, watch } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  const facts = watch(screen.$facts)
  expect(facts()).toBeNull()
  fake.answer(tableSizesStatement('7').query, queryResult([['81920', '49152', '32768', '250', null]]))
  screen.lookAtFacts(true)
  await until(() => expect(facts()?.status).toBe('ready'))
  const state = facts()
  expect(state?.status === 'ready' && state.data.facts.map(({ label, value }) => [label, value])).toEqual([
    ['Name', 'public.orders'],
    ['Primary key', 'id'],
    ['Columns', '2'],
    ['Rows (last ANALYZE)', '250'],
    ['Live rows (estimated)', '250'],
    ['Total size', '80 KB'],
    ['Table size', '48 KB'],
    ['Index size', '32 KB'],
  ])
  screen.lookAtFacts(false)
  expect(facts()).toBeNull()
})

test('rows are counted exactly when one asks for it, and not before', async () => {
  const { screen, fake, until, shown } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  const counts = () =>
    fake.requests.filter(({ body }) =>
      (body as { query?: string } | undefined)?.query?.includes('count(*) from "'),
    )
  expect(counts()).toEqual([])
  screen.countExactly()
  await until(() => expect(screen.$range.get()).toBe('1–100 of 251'))
  expect(screen.$count.get()).toBeNull()
})

test('the policies of the table are told when they are looked at', async () => {
  const { screen, fake, shown, until, watch } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  const { query } = tablePoliciesStatement('7')
  const policy = ['own', 'r', 'false', 'anon, authenticated', '(id > 1)', null]
  fake.answer(query, queryResult([policy]))
  const policies = watch(screen.$policies)
  expect(policies()).toBeNull()
  screen.lookAtPolicies(true)
  await until(() =>
    expect(policies()).toMatchObject({
      status: 'ready',
      data: [
        {
          name: 'own',
          facts: [
            { label: 'For', value: 'select, restrictive' },
            { label: 'Roles', value: 'anon, authenticated' },
            { label: 'Rows', value: '(id > 1)' },
          ],
        },
      ],
    }),
  )
  expect(screen.$policiesHref.get()).toBe('/project/default/auth/policies?schema=public')
  screen.lookAtPolicies(false)
  expect(policies()).toBeNull()
})
