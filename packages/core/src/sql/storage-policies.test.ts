import { expect, test } from 'vitest'
import {
  createPolicyStatements,
  dropPolicyStatement,
  policiesOfBucketAlone,
  storagePoliciesIn,
} from './storage-policies.js'

const base = { name: 'Read', bucket: 'a', roles: [], condition: '' }

test('one permission is one policy, with the condition that its command takes', () => {
  expect(createPolicyStatements({ ...base, permissions: ['SELECT'] })).toEqual([
    `create policy "Read" on storage.objects\n  for select to public\n  using (bucket_id = 'a')`,
  ])
  expect(createPolicyStatements({ ...base, permissions: ['INSERT'], roles: ['anon', 'a"b'] })).toEqual([
    `create policy "Read" on storage.objects\n  for insert to "anon", "a""b"\n  with check (bucket_id = 'a')`,
  ])
})

test('several permissions are a policy each, told apart by their commands', () => {
  const made = createPolicyStatements({ ...base, permissions: ['UPDATE', 'SELECT'], condition: ' x or y ' })
  expect(made).toEqual([
    `create policy "Read (select)" on storage.objects\n  for select to public\n  using (bucket_id = 'a' and (x or y))`,
    `create policy "Read (update)" on storage.objects\n  for update to public\n  using (bucket_id = 'a' and (x or y))\n  with check (bucket_id = 'a' and (x or y))`,
  ])
})

test('all four are one policy', () => {
  expect(
    createPolicyStatements({
      ...base,
      bucket: "it's",
      permissions: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    }),
  ).toEqual([
    `create policy "Read" on storage.objects\n  for all to public\n  using (bucket_id = 'it''s')\n  with check (bucket_id = 'it''s')`,
  ])
})

test('a policy is dropped by its name, whatever that holds', () => {
  expect(dropPolicyStatement('a "b"')).toBe('drop policy "a ""b""" on storage.objects')
})

test.each([
  [`(bucket_id = 'a'::text)`, null, ['a']],
  [`((bucket_id = 'it''s'::text) AND true)`, `(bucket_id = 'b'::text)`, ["it's", 'b']],
  [`(bucket_id = ANY (ARRAY['a'::text, 'b'::text]))`, null, ['a', 'b']],
  ['true', null, []],
  [null, null, []],
])('the conditions %s and %s name %j', (using, check, buckets) => {
  expect(storagePoliciesIn([['p', 'SELECT', 'anon,public', using, check]])[0]).toMatchObject({
    name: 'p',
    roles: ['anon', 'public'],
    buckets,
  })
})

test('one condition for both is shown once', () => {
  expect(storagePoliciesIn([['p', 'ALL', '', 'true', 'true']])[0]?.definition).toBe('true')
})

test.each([
  [`(bucket_id = 'a'::text)`, null, 'a'],
  [null, `(bucket_id = 'it''s ) AND ('::text)`, "it's ) AND ("],
  [`((bucket_id = 'a'::text) AND (x OR y))`, `(bucket_id = 'a'::text)`, 'a'],
  [`((owner = auth.uid()) AND (bucket_id = 'a'::text) AND (b = 'x AND y'::text))`, null, 'a'],
  [`(bucket_id = ANY (ARRAY['a'::text]))`, null, 'a'],
  [`(bucket_id = 'a'::text)`, `(bucket_id = 'b'::text)`, null],
  [`(bucket_id = 'a'::text)`, 'true', null],
  [`((bucket_id = 'a'::text) OR (owner = auth.uid()))`, null, null],
  [`(((bucket_id = 'a'::text) AND x) OR y)`, null, null],
  [`((y OR (bucket_id = 'a'::text)) AND x)`, null, null],
  [`(NOT (bucket_id = 'a'::text))`, null, null],
  [`(bucket_id = ANY (ARRAY['a'::text, 'b'::text]))`, null, null],
  [`(name = ' AND bucket_id = ''a''::text'::text)`, null, null],
  ['true', null, null],
  [null, null, null],
])('the conditions %s and %s hold for the bucket %j alone', (using, check, only) => {
  expect(storagePoliciesIn([['p', 'ALL', '', using, check]])[0]?.onlyBucket).toBe(only)
})

test('with a bucket go the policies of it alone', () => {
  const policies = storagePoliciesIn([
    ['own', 'SELECT', '', `(bucket_id = 'a'::text)`, null],
    ['shared', 'SELECT', '', `(bucket_id = ANY (ARRAY['a'::text, 'b'::text]))`, null],
    ['other', 'SELECT', '', `(bucket_id = 'b'::text)`, null],
    ['every', 'SELECT', '', 'true', null],
  ])
  expect(policiesOfBucketAlone(policies, 'a').map(({ name }) => name)).toEqual(['own'])
})
