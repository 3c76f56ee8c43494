import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { InfoPageScreen } from './info-page.js'

let opened: OpenedScreen<InfoPageScreen>
afterEach(() => opened.end())

async function openReset(prepare?: Parameters<typeof openScreen>[2]) {
  opened = await openScreen('databaseSettings', '/project/default/database/settings', prepare)
  const { password } = opened.screen
  if (!password) throw new Error('The page has no password')
  return { ...opened, reset: password }
}

test('a password is made up, sent, shown once, and put away', async () => {
  const { reset, fake, watch, until, host } = await openReset((fake) => {
    fake.project.engine = 'cluster'
  })
  const may = watch(reset.$may)
  await until(() => expect(may()).toEqual({ disabled: false }))
  reset.open()
  const { password } = reset.form.$values.get()
  expect(password).toMatch(/^[a-z2-9]{24}$/)
  reset.generate()
  const other = reset.form.$values.get().password
  expect(other).not.toBe(password)
  expect((await reset.form.submit()).type).toBe('done')
  expect(fake.requests.at(-1)).toMatchObject({ method: 'POST', body: { password: other } })
  expect([reset.$isOpen.get(), reset.$shown.get()]).toEqual([false, other])
  await reset.copy(other)
  expect(host.copied).toEqual([other])
  reset.putAway()
  expect([reset.$shown.get(), reset.form.$values.get().password]).toEqual([null, ''])
})

test('one that is too short is refused at its field, and nothing is sent', async () => {
  const { reset, fake } = await openReset()
  reset.open()
  reset.form.set('password', 'short')
  expect((await reset.form.submit()).type).not.toBe('done')
  expect(fake.requests.some(({ path }) => path.endsWith('/db-password'))).toBe(false)
  expect(reset.$shown.get()).toBeNull()
})

test('it is off with the reason where the database has no password of ours, and for who may not', async () => {
  const first = await openReset((fake) => {
    fake.project.engine = 'pglite'
    fake.world.hasNoPort = true
  })
  const may = first.watch(first.reset.$may)
  await first.until(() => expect(may().hint).toMatch(/no password that can be set here/))
  first.end()
  const { reset, watch, until } = await openReset((fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'database']),
  )
  const mayNot = watch(reset.$may)
  await until(() => expect(mayNot().hint).toMatch(/^Your role does not allow/))
})
