import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let end = () => {}
afterEach(() => {
  end()
  vi.useRealTimers()
})

function setUp(prepare: (fake: FakePlatform) => void, path = '/organizations') {
  const host = createMemoryHost(path)
  const fake = createFakePlatform()
  prepare(fake)
  const deck = testDeck(host, fake)
  end = () => deck.dispose()
  return { host, fake, deck, ...deck.shell }
}

const hosted = (fake: FakePlatform) => {
  fake.runtime.isPlatform = true
}
const MINUTES_10 = 600_000

test('self-hosted, the badge tells the versions and when the next one is expected', async () => {
  const { extras } = setUp((fake) => {
    fake.release = {
      current: 'v1.9.0',
      latest: 'v1.10.0',
      beta: 'v1.11.0-beta.1',
      published_at: '2026-02-19T12:00:00Z',
    }
  })
  await vi.waitFor(() => expect(extras.$cliBadge.get()).not.toBeNull())
  const $view = extras.$cliBadge.get()!.$view
  const stop = $view.subscribe(() => undefined)
  await vi.waitFor(() => expect($view.get()?.label).toBe('Update available'))
  expect($view.get()?.lines).toEqual([
    { label: 'Current version', value: 'v1.9.0' },
    { label: 'Latest version', value: 'v1.10.0' },
    { label: 'Beta version', value: 'v1.11.0-beta.1' },
    { label: 'Next release expected', value: '05 Mar 2026' },
  ])
  stop()
})

test('an unknown newest version reads Latest, and is not made up', async () => {
  const { extras } = setUp(() => undefined)
  await vi.waitFor(() => expect(extras.$cliBadge.get()).not.toBeNull())
  const $view = extras.$cliBadge.get()!.$view
  const stop = $view.subscribe(() => undefined)
  await vi.waitFor(() => expect($view.get()?.label).toBe('Latest'))
  expect($view.get()?.lines).toEqual([
    { label: 'Current version', value: 'v0.0.0' },
    { label: 'Latest version', value: 'Unknown' },
  ])
  stop()
})

test('hosted there is no badge, and no call for releases', async () => {
  const { extras, deck, fake } = setUp(hosted)
  await vi.waitFor(() => expect(deck.$runtime.get().status).toBe('ready'))
  await vi.waitFor(() => expect(extras.$refreshPrompt.get()).not.toBeNull())
  expect(extras.$cliBadge.get()).toBeNull()
  expect(fake.requests.some(({ path }) => path === '/api/cli-release-version')).toBe(false)
})

test('a page that is a day behind asks to refresh, once, until it is answered', async () => {
  vi.useFakeTimers()
  const { extras, fake, host } = setUp((platform) => {
    hosted(platform)
    platform.commit = { commitSha: 'a', commitTime: '2026-03-01T00:00:00Z' }
  })
  await vi.waitFor(() => expect(extras.$refreshPrompt.get()).not.toBeNull())
  const prompt = extras.$refreshPrompt.get()!
  const stop = prompt.$isAsked.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  fake.commit = { commitSha: 'b', commitTime: '2026-03-01T23:59:59Z' }
  await vi.advanceTimersByTimeAsync(MINUTES_10)
  expect(prompt.$isAsked.get()).toBe(false)
  fake.commit = { commitSha: 'c', commitTime: '2026-03-02T00:00:00Z' }
  await vi.advanceTimersByTimeAsync(MINUTES_10)
  expect(prompt.$isAsked.get()).toBe(true)
  prompt.refresh()
  expect(host.navigation.reloads).toBe(1)
  prompt.notNow()
  expect(prompt.$isAsked.get()).toBe(false)
  fake.commit = { commitSha: 'd', commitTime: '2026-03-09T00:00:00Z' }
  await vi.advanceTimersByTimeAsync(MINUTES_10)
  expect(prompt.$isAsked.get()).toBe(false)
  stop()
})

test.each([
  ['self-hosted', false, {}],
  ['without the flag', true, { refreshToast: false }],
])('%s nothing prompts, and no call asks which version is served', async (_, isPlatform, flags) => {
  const { extras, deck, fake } = setUp((platform) => {
    platform.runtime.isPlatform = isPlatform
    platform.runtime.flags = flags
  })
  await vi.waitFor(() => expect(deck.$runtime.get().status).toBe('ready'))
  expect(extras.$refreshPrompt.get()).toBeNull()
  expect(fake.requests.some(({ path }) => path === '/api/get-deployment-commit')).toBe(false)
})

test('an upcoming change is announced until it is put away; the next one is announced again', async () => {
  const announce = (text: string) => (fake: FakePlatform) => {
    fake.runtime.notice = { title: 'Maintenance', text }
  }
  const { notice, deck, host } = setUp(announce('On Sunday.'), '/project/default')
  const stop = notice.$notice.subscribe(() => undefined)
  await vi.waitFor(() => expect(notice.$notice.get()?.text).toBe('On Sunday.'))
  notice.putAway()
  expect(notice.$notice.get()).toBeNull()
  stop()
  deck.dispose()
  const kept = host.storage.get('basedeck:notice-put-away')!
  const next = setUp(announce('On Monday.'), '/project/default')
  next.host.storage.writeElsewhere('basedeck:notice-put-away', kept)
  const stopNext = next.notice.$notice.subscribe(() => undefined)
  await vi.waitFor(() => expect(next.notice.$notice.get()?.text).toBe('On Monday.'))
  stopNext()
})

test('help has pages in the dashboard, names the open project, and has the operator’s links', async () => {
  const { $help, deck } = setUp((fake) => {
    hosted(fake)
    fake.runtime.links = { feedback: 'mailto:team@example.com', Runbook: 'https://wiki.example.com' }
  }, '/project/a%2Fb/sql/1')
  const stop = $help.subscribe(() => undefined)
  await vi.waitFor(() => expect(deck.$runtime.get().status).toBe('ready'))
  expect($help.get().map(({ label, href }) => [label, href])).toEqual([
    ['Documentation', '/docs'],
    ['Troubleshooting', '/docs/troubleshooting'],
    ['Platform status', '/status'],
    ['Contact support', '/support/new?projectRef=a%2Fb'],
    ['Give feedback', 'mailto:team@example.com'],
    ['Runbook', 'https://wiki.example.com'],
  ])
  deck.router.open('/organizations')
  expect($help.get()[3]?.href).toBe('/support/new')
  stop()
})

test('on a small screen the logo leads to the organizations, self-hosted to the project', async () => {
  const { $mobileHomeHref, deck } = setUp(hosted, '/org/default')
  const stop = $mobileHomeHref.subscribe(() => undefined)
  await vi.waitFor(() => expect($mobileHomeHref.get()).toBe('/organizations'))
  stop()
  deck.dispose()
  const alone = setUp(() => undefined, '/project/default')
  const stopAlone = alone.$mobileHomeHref.subscribe(() => undefined)
  await vi.waitFor(() => expect(alone.deck.$runtime.get().status).toBe('ready'))
  expect(alone.$mobileHomeHref.get()).toBe('/project/default')
  stopAlone()
})
