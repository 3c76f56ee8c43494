import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let end = () => {}
afterEach(() => end())

async function setUp(stored: string | null = null) {
  const host = createMemoryHost('/project/default')
  const fake = createFakePlatform()
  fake.runtime.previews = [{ flag: 'unifiedLogs', title: 'Unified logs' }]
  if (stored !== null) host.storage.set(`basedeck:previews:${fake.accounts.profile.id}`, stored)
  const deck = testDeck(host, fake)
  const stops = [
    deck.shell.$sidebar.subscribe(() => undefined),
    deck.previews.$previews.subscribe(() => undefined),
  ]
  end = () => {
    for (const stop of stops) stop()
    deck.dispose()
  }
  await vi.waitFor(() => expect(deck.account.$profile.get().status).toBe('ready'))
  await vi.waitFor(() => expect(deck.previews.$previews.get()).toHaveLength(1))
  return { host, fake, deck }
}

const logs = (deck: Deck) =>
  deck.shell.$sidebar
    .get()
    ?.flatMap(({ items }) => items)
    .find(({ key }) => key === 'logs')?.href

test('a preview that is switched on changes the menus, and is kept for this profile alone', async () => {
  const { deck, host, fake } = await setUp()
  expect(deck.previews.$previews.get()).toEqual([{ flag: 'unifiedLogs', title: 'Unified logs', isOn: false }])
  expect(logs(deck)).toBe('/project/default/logs/explorer')
  deck.previews.set('unifiedLogs', true)
  expect(logs(deck)).toBe('/project/default/logs')
  const keys = [...host.storage.values.keys()].filter((key) => key.startsWith('basedeck:previews'))
  expect(keys).toEqual([`basedeck:previews:${fake.accounts.profile.id}`])
})

test('another window switches it here too', async () => {
  const { deck, host, fake } = await setUp()
  host.storage.writeElsewhere(
    `basedeck:previews:${fake.accounts.profile.id}`,
    JSON.stringify({ unifiedLogs: true }),
  )
  expect(logs(deck)).toBe('/project/default/logs')
})

test.each([['{'], ['null'], ['[]'], ['"on"'], ['{"unifiedLogs":"yes"}'], ['7']])(
  'the broken memory %s counts as nothing',
  async (stored) => {
    const { deck } = await setUp(stored)
    expect(deck.previews.$previews.get()[0]?.isOn).toBe(false)
  },
)

test('a choice for what is no preview any more does nothing', async () => {
  const { deck } = await setUp('{"authHooks":false}')
  expect(deck.previews.$flags.get()).toEqual({ unifiedLogs: false })
})
