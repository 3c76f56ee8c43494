import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../testing/memory-host.js'
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

test('without accounts, and for each person, they have a name of their own on the device', () => {
  const storage = createMemoryStorage()
  createRecentCommands(storage, undefined).add(page('a'))
  createRecentCommands(storage, 'ada').add(page('b'))
  expect([...storage.values.keys()]).toEqual(['basedeck:recent-commands', 'basedeck:recent-commands:@ada'])
})

test('what is stored is short, each once; a longer list of another version is cut', () => {
  const storage = createMemoryStorage()
  const names = Array.from({ length: 9 }, (_, index) => `${index}`)
  storage.set('basedeck:recent-commands', JSON.stringify(names.map(page)))
  const recent = createRecentCommands(storage, undefined)
  expect(recent.list()).toHaveLength(6)
  for (const name of ['a', 'a', 'b']) recent.add(page(name))
  const stored = JSON.parse(storage.get('basedeck:recent-commands') ?? '') as { label: string }[]
  expect(stored.map(({ label }) => label)).toEqual(['b', 'a', '0', '1', '2', '3'])
})

test.each([
  [{ key: 'k', label: 'an action' }, true],
  [{ key: 'k', label: 'x', detail: 'of the shop' }, true],
  [{ key: 'k', label: 'x', detail: 7 }, false],
  [{ key: 'k', label: 'x', href: 7 }, false],
  [{ key: 'k', label: 'x', href: ['/a'] }, false],
  [{ label: 'x' }, false],
  ['text', false],
  [7, false],
  [null, false],
])('of %j it is known whether it is a command', (stored, isOne) => {
  const storage = createMemoryStorage()
  storage.set('basedeck:recent-commands', JSON.stringify([stored, page('a')]))
  const list = createRecentCommands(storage, undefined).list()
  expect(list).toEqual(isOne ? [stored, page('a')] : [page('a')])
})

test('on a new device there are none', () => {
  expect(createRecentCommands(createMemoryStorage(), undefined).list()).toEqual([])
})
