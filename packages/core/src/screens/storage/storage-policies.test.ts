import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { STORAGE_POLICIES } from '../../sql/storage-policies.js'
import { testBucket } from '../../testing/test-bucket.js'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { StoragePoliciesScreen } from './storage-policies.js'

let opened: OpenedScreen<StoragePoliciesScreen> | undefined
afterEach(() => opened?.end())

const POLICIES = [
  ['everywhere', 'SELECT', 'public', 'true', null],
  ['left', 'SELECT', 'anon', `(bucket_id = 'gone'::text)`, null],
  ['media: read', 'SELECT', 'anon', `(bucket_id = 'media'::text)`, null],
  ['shared', 'SELECT', 'anon', `(bucket_id = ANY (ARRAY['media'::text, 'other'::text]))`, null],
]

async function open(policies = POLICIES) {
  opened = await openScreen('storagePolicies', '/project/default/storage/policies', (fake: FakePlatform) => {
    fake.storage.buckets.push(testBucket('media'))
    fake.answer(STORAGE_POLICIES.query, {
      results: [{ command: 'SELECT', rowCount: policies.length, fields: [], notices: [], rows: policies }],
    })
  })
  const { screen, watch, until } = opened
  const { list } = screen
  watch(list.deletion.$state, list.$buckets)
  const view = watch(screen.$view)
  const deleted = watch(list.$deletedPolicies)
  await until(() => expect(view().status).toBe('ready'))
  const groups = () => {
    const shown = view()
    return shown.status === 'ready'
      ? shown.groups.map(({ title, policies }) => [title, ...policies.map(({ name }) => name)])
      : []
  }
  return { ...opened, list, groups, deleted }
}

test('a policy of a bucket that is gone is not listed with those for all buckets', async () => {
  const { groups } = await open()
  expect(groups()).toEqual([
    ['Policies of media', 'media: read', 'shared'],
    ['Policies for all buckets', 'everywhere'],
    ['Policies of buckets that do not exist', 'left'],
  ])
})

test('without such a policy there is no heading for them', async () => {
  const { groups } = await open(POLICIES.slice(0, 1))
  expect(groups()).toEqual([['Policies of media'], ['Policies for all buckets', 'everywhere']])
})

test('the question about a deletion names the policies that go with the bucket', async () => {
  const { list, deleted, until } = await open()
  expect(deleted().names).toEqual([])
  list.deletion.ask({ name: 'media' })
  await until(() => expect(deleted().names).toEqual(['media: read']))
  expect(deleted().lead).toBe('The policy of this bucket is deleted too:')
  list.deletion.cancel()
  expect(deleted().names).toEqual([])
})
