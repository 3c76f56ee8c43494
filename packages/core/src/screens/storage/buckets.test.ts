import { afterEach, expect, test } from 'vitest'
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

test('who may not change buckets is told that first', async () => {
  const { mayChange, until } = await open((fake) => {
    fake.settle('default', 'INACTIVE')
    grantOnly(fake, ['read', 'projects'], ['read', 'organization'], ['read', 'storage'])
  })
  await until(() => expect(mayChange().hint).toContain('Your role does not allow'))
})
