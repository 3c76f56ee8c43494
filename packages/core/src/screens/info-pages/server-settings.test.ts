import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import type { InfoPageScreen } from './info-page.js'
import type { ServerSettingsPart } from './server-settings.js'

let opened: OpenedScreen<InfoPageScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('databaseSettings', '/project/default/database/settings', prepare)
  const { screen, watch, until } = opened
  const part = screen.parts.find(({ serverSettings }) => serverSettings !== null)
    ?.serverSettings as ServerSettingsPart
  watch(part.$settings, part.$refused, part.$panel, part.$mayChange)
  await until(() => expect(part.$settings.get().status).toBe('ready'))
  const names = () => {
    const now = part.$settings.get()
    return now.status === 'ready' ? now.data.map(({ name }) => name) : []
  }
  const panel = (name: string) => {
    part.open(name)
    const found = part.$panel.get()
    if (!found) throw new Error(`no panel of ${name}`)
    return found
  }
  return { ...opened, part, names, panel }
}

test('settings are found by words of their name, category and description', async () => {
  const { part, names } = await open()
  expect(names()).not.toContain('archive_command')
  part.show('all')
  expect(names()).toContain('archive_command')
  part.search('memory WORK')
  expect(names()).toEqual(['work_mem'])
  part.search('')
  part.show('changed')
  expect(names()).toEqual([])
})

test('one is changed, is listed as changed, and has its default again', async () => {
  const { part, names, panel, until, host } = await open()
  const first = panel('work_mem')
  expect(first.facts.map(({ value }) => value)).toContain('64 to 2147483647 (in kB, where no unit is typed)')
  expect(first.resetLabel).toBeNull()
  first.form.set('value', '64MB')
  await first.form.submit()
  expect(part.$panel.get()).toBeNull()
  expect(host.notes.at(-1)?.message).toBe('work_mem is changed')
  part.show('changed')
  await until(() => expect(names()).toEqual(['work_mem']))
  await panel('work_mem').reset()
  await until(() => expect(names()).toEqual([]))
})

test('a refused value stays in the form, with PostgreSQL’s words', async () => {
  const { part, panel } = await open()
  const { form } = panel('max_connections')
  form.set('value', 'many')
  await form.submit()
  expect(form.$state.get()).toMatchObject({
    status: 'failed',
    message: 'invalid value for parameter "max_connections": "many"',
  })
  expect(part.$panel.get()).not.toBeNull()
})

test('a setting that restarts the database says so on its button', async () => {
  const { panel, host } = await open()
  const restarting = panel('max_connections')
  expect(restarting.submitLabel).toBe('Save and restart the database')
  restarting.form.set('value', '50')
  await restarting.form.submit()
  expect(host.notes.at(-1)?.message).toBe('max_connections is changed; the database restarts')
})

test('a value with which the server did not start is told', async () => {
  const { part } = await open((fake) => {
    fake.serverSettings.refused = { name: 'shared_buffers', value: '7TB', reason: 'no memory' }
  })
  expect(part.$refused.get()).toEqual({
    title: 'The database did not start with shared_buffers = 7TB, so it runs with the previous value',
    reason: 'no memory',
  })
})

test('a member who only reads sees the settings, and can’t change them', async () => {
  const { part, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(part.$mayChange.get()).toEqual({
      disabled: true,
      hint: 'Your role does not allow changing settings',
    }),
  )
})

test('a typed value is not lost without a question', async () => {
  const { part, panel } = await open()
  const first = panel('work_mem')
  first.leave()
  expect(part.$panel.get()).toBeNull()
  const second = panel('work_mem')
  second.form.set('value', '64MB')
  second.leave()
  expect(second.$asksToDiscard.get()).toBe(true)
  second.stay()
  expect(part.$panel.get()).toBe(second)
  second.leave()
  second.discard()
  expect(part.$panel.get()).toBeNull()
})
