import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { PlatformStatusScreen } from './platform-status.js'

let opened: OpenedScreen<PlatformStatusScreen> | undefined
afterEach(() => opened?.end())

test('each part says how it is, and one that fails is told at once', async () => {
  opened = await openScreen('platformStatus', '/status')
  const { screen, watch, until, fake } = opened
  const view = watch(screen.$view)
  await until(() => expect(view()).toMatchObject({ status: 'ready', version: '0.0.0' }))
  expect(view()).toMatchObject({
    summary: { title: 'Everything works', tone: 'good' },
    rows: [
      { key: 'platform', badge: { label: 'Works' } },
      { key: 'control', badge: { tone: 'good' }, detail: 'Answered in 1 ms' },
      { key: 'engine', detail: 'PostgreSQL 18 in WebAssembly (PGlite)' },
      { key: 'disk', detail: '50 GB free' },
      { key: 'mail', badge: { label: 'Off', tone: 'quiet' } },
      { key: 'ai' },
      { key: 'releases' },
      { key: 'backups' },
      { key: 'branches' },
      { key: 'replicas' },
      { key: 'functions' },
      { key: 'schedules' },
    ],
  })
  fake.status.parts[0] = { part: 'control', state: 'fails' }
  screen.check()
  await until(() =>
    expect(view()).toMatchObject({ summary: { title: 'Some parts do not work', tone: 'bad' } }),
  )
})

test('a platform that went away is told as that, with what was known', async () => {
  opened = await openScreen('platformStatus', '/status')
  const { screen, watch, until, fake, deck } = opened
  const view = watch(screen.$view, deck.connection.$state)
  await until(() => expect(view().status).toBe('ready'))
  fake.offline = true
  screen.check()
  await until(() => expect(view()).toMatchObject({ summary: { title: 'The platform does not answer' } }))
})
