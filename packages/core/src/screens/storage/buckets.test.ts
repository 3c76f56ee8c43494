import { afterEach, expect, test } from 'vitest'
import { testBucket } from '../../testing/test-bucket.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { BucketsScreen } from './buckets.js'

let opened: OpenedScreen<BucketsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: Parameters<typeof openScreen>[2]) {
  opened = await openScreen('buckets', '/project/default/storage/buckets', prepare)
  const { list } = opened.screen
  return {
    ...opened,
    list,
    view: opened.watch(list.$view),
    mayChange: opened.watch(list.$mayChange),
    form: opened.watch(list.$form),
  }
}

test('while the project is paused, the list says so, and no bucket can be made', async () => {
  const { view, mayChange, until, fake } = await open((fake) => fake.settle('default', 'INACTIVE'))
  await until(() => expect(view()).toEqual({ status: 'closed', text: 'The project is paused' }))
  await until(() => expect(mayChange()).toEqual({ disabled: true, hint: 'The project is paused' }))
  expect(fake.requests.some(({ path }) => path.endsWith('/buckets'))).toBe(false)
})

const MB = 1024 * 1024

async function withLimit(own: number | null, project: number) {
  const made = await open((fake) => {
    fake.storage.limits['default'] = project * MB
    fake.storage.buckets.push(testBucket('media', { file_size_limit: own === null ? null : own * MB }))
  })
  const { list, form, watch, until } = made
  await until(() => expect(made.view().status).toBe('ready'))
  list.edit('media')
  const opened = form()!
  const problems = watch(opened.form.$problems, opened.form.$values)
  const hint = watch(opened.$limitHint)
  await until(() => expect(hint()).toContain(`${project} MB`))
  return { ...made, opened, problems }
}

test.each([
  ['60', 'MB'],
  ['0.05', 'GB'],
] as const)('a bucket does not take files of %s %s when the project takes 50 MB', async (limit, unit) => {
  const { opened, problems, fake } = await withLimit(null, 50)
  opened.form.set('limit', limit)
  opened.form.set('unit', unit)
  expect(await opened.form.submit()).toEqual({ type: 'invalid', field: 'limit' })
  expect(problems().limit).toContain('No file can be larger than the limit of the project, 50 MB.')
  expect(fake.storage.buckets[0]?.file_size_limit).toBeNull()
  opened.form.set('limit', '50')
  opened.form.set('unit', 'MB')
  expect(await opened.form.submit()).toEqual({ type: 'done' })
  expect(fake.storage.buckets[0]?.file_size_limit).toBe(50 * MB)
})

test.each([
  ['0', 'MB', 'Write a number above 0'],
  ['much', 'MB', 'Write a number above 0'],
  ['0.3', 'MB', undefined],
  ['', 'MB', undefined],
] as const)('the limit %j %s of a bucket has the problem %s', async (limit, unit, problem) => {
  const { opened, problems } = await withLimit(20, 50)
  opened.form.set('limit', limit)
  opened.form.set('unit', unit)
  await opened.form.submit()
  expect(problems().limit).toBe(problem)
})

test('a limit from before the project’s was lowered does not hold up other changes', async () => {
  const { opened, fake } = await withLimit(60, 50)
  opened.form.set('public', true)
  expect(await opened.form.submit()).toEqual({ type: 'done' })
  expect(fake.storage.buckets[0]).toMatchObject({ public: true, file_size_limit: 60 * MB })
})

test('who may not change buckets is told that first', async () => {
  const { mayChange, until } = await open((fake) => {
    fake.settle('default', 'INACTIVE')
    grantOnly(fake, ['read', 'projects'], ['read', 'organization'], ['read', 'storage'])
  })
  await until(() => expect(mayChange().hint).toContain('Your role does not allow'))
})
