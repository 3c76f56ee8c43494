import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { PointInTimeScreen } from './point-in-time.js'

const PITR_7 = {
  identifier: 'pitr_7',
  name: '7 days',
  price: 100,
  price_interval: 'monthly',
  price_type: 'fixed',
} as const

let opened: OpenedScreen<PointInTimeScreen>
afterEach(() => opened.end())

async function open(prepare: (fake: FakePlatform) => void) {
  opened = await openScreen('pointInTimeRecovery', '/project/default/database/backups/pitr', prepare)
  const { screen, watch, until } = opened
  const view = watch(screen.$view)
  watch(screen.form.$values, screen.form.$problems, screen.restoration.$state, screen.switching.$state)
  await until(() => expect(view().status).toBe('ready'))
  return { ...opened, view: () => (view() as { data: unknown }).data }
}

test('an engine that can’t says why', async () => {
  const { view } = await open(() => undefined)
  expect(view()).toMatchObject({ isOn: false, lacking: expect.stringContaining('PGlite') })
})

test('without the add-on it leads to where it is chosen', async () => {
  const { view } = await open((fake) => {
    fake.project.engine = 'cluster'
  })
  expect(view()).toMatchObject({
    lacking: expect.stringContaining('add-on'),
    addonHref: '/project/default/settings/addons',
  })
})

test('it is turned on after a question, and a moment that is not kept is told', async () => {
  const { screen, view, until, host } = await open((fake) => {
    fake.project.engine = 'cluster'
    fake.insight.addons['default'] = [{ type: 'pitr', variant: PITR_7 }]
  })
  expect(view()).toEqual({ isOn: false, lacking: null, addonHref: null, range: null })
  screen.switching.ask(true)
  await screen.switching.confirm()
  await until(() => expect(view()).toMatchObject({ isOn: true }))
  expect(host.notes.at(-1)?.message).toContain('kept from now on')

  screen.form.set('moment', 'yesterday')
  await screen.form.submit()
  expect(screen.form.$problems.get().moment).toContain('2026-01-31 12:00:00')
  screen.form.set('moment', '2026-01-31 12:00')
  await screen.form.submit()
  expect(screen.restoration.$state.get()).toMatchObject({
    subject: { at: '2026-01-31T12:00:00.000Z', label: '2026-01-31 12:00:00' },
  })
  await screen.restoration.confirm()
  expect(screen.restoration.$state.get()).toMatchObject({ problem: expect.stringContaining('go back') })
})
