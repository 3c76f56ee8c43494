import { expect, test } from 'vitest'
import { createMemoryStorage } from '../testing/memory-host.js'
import { createRecentCommands } from './recent-commands.js'

const page = (name: string) => ({ key: `page /${name}`, label: name, href: `/${name}` })

test('the last one is first, without duplicates, and only a few are kept', () => {
  const recent = createRecentCommands(createMemoryStorage(), undefined)
  for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) recent.add(page(name))
  expect(recent.list().map(({ label }) => label)).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
})

test('each person of a browser has their own', () => {
  const storage = createMemoryStorage()
  createRecentCommands(storage, 'ada').add(page('secret-project'))
  expect(createRecentCommands(storage, 'bea').list()).toEqual([])
  expect(createRecentCommands(storage, undefined).list()).toEqual([])
  expect(createRecentCommands(storage, 'ada').list()).toHaveLength(1)
})

test.each([
  ['{', 'no JSON'],
  ['{"key":"page /"}', 'no list'],
  ['[null, 1, {"key": 1, "label": "x"}, {"key": "x"}]', 'no commands'],
  ['[{"key":"page x","label":"x","href":"https://evil.example"}]', 'another site'],
  ['[{"key":"page x","label":"x","href":"//evil.example"}]', 'another site without a scheme'],
  [
    '[{"key":"page x","label":"x","href":"/\\\\evil.example"}]',
    'a backslash that a browser reads as a slash',
  ],
  ['[{"key":"page x","label":"x","href":"javascript:alert(1)"}]', 'a script'],
])('%s counts for nothing: %s', (stored) => {
  const storage = createMemoryStorage()
  storage.set('basedeck:recent-commands', stored)
  expect(createRecentCommands(storage, undefined).list()).toEqual([])
})

test('a device that keeps nothing loses nothing else', () => {
  const storage = createMemoryStorage()
  storage.full = true
  const recent = createRecentCommands(storage, undefined)
  recent.add(page('a'))
  expect(recent.list()).toEqual([])
})
