import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { testDeck } from '../../testing/test-deck.js'
import { UNTITLED } from '../../rules/shell/recent-items.js'
import type { TreeNode } from '../../rules/shell/tree.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import type { SnippetList } from './snippet-list.js'

const CONTENT = 'http://fake/platform/projects/default/content'

async function open(names: readonly string[] = [], folders: readonly string[] = []) {
  const fake = createFakePlatform()
  const send = async (path: string, body: object) =>
    fake.fetch(CONTENT + path, {
      method: 'POST',
      headers: { version: '2' },
      body: JSON.stringify(body),
    } as never)
  for (const name of folders) await send('/folders', { name })
  for (const name of names) await send('', { name, content: { sql: `select '${name}'` } })
  const host = createMemoryHost('/project/default/sql/1')
  const deck = testDeck(host, fake)
  const list = await vi.waitFor(() => {
    const part = deck.shell.beside.$snippetList.get()
    if (!part || part === 'coming') throw new Error('not there yet')
    return part
  })
  list.$nodes.listen(() => undefined)
  list.$chosen.listen(() => undefined)
  const shows = (wanted: string[]) => vi.waitFor(() => expect(lines(list)).toEqual(wanted))
  return { fake, host, deck, list, shows }
}

/** The open rows, indented. */
function lines(list: SnippetList): string[] {
  const opened = list.$open.get()
  const rows = (nodes: readonly TreeNode[], indent: string): string[] =>
    nodes.flatMap(({ key, label, children = [] }) => [
      indent + label,
      ...(opened.has(key) ? rows(children, `${indent}  `) : []),
    ])
  return rows(list.$nodes.get(), '')
}

function keyOf(list: SnippetList, label: string): string {
  const find = (nodes: readonly TreeNode[]): string | undefined => {
    for (const node of nodes) {
      const key = node.label === label ? node.key : find(node.children ?? [])
      if (key !== undefined) return key
    }
    return undefined
  }
  const key = find(list.$nodes.get())
  if (key === undefined) throw new Error(`${label} is not in the list`)
  return key
}

const act = (list: SnippetList, label: string, id: string) => {
  const action = list.actionsOf(keyOf(list, label)).find((one) => one.id === id)
  if (!action) throw new Error(`${label} can’t ${id}`)
  return action
}

const empty = ['Favorites (0)', '  No favorites yet', 'Shared (0)', '  No shared queries yet']

test('with nothing in it the list says so', async () => {
  const { shows } = await open()
  await shows([...empty, 'Private (0)', '  No queries yet'])
})

test('the tab of a query is called by its name before its text is here', async () => {
  const { fake, host, deck, list, shows } = await open(['One', 'Two'])
  await shows([...empty, 'Private (2)', '  Two', '  One'])
  fake.intercept = ({ path }) => (path.includes('/content/item/') ? new Promise(() => undefined) : undefined)
  list.take(keyOf(list, 'One'))
  await vi.waitFor(() => expect(deck.router.$route.get().match?.params['id']).not.toBe('1'))
  const labels = () => {
    const { tabs } = JSON.parse(host.storage.get('basedeck:tabs:default') ?? '{}') as {
      tabs: { label: string }[]
    }
    return tabs.map(({ label }) => label)
  }
  expect(labels()).toContain('One')
  // Its page, which has no text yet, does not take the name away.
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  expect(labels()).toContain('One')
})

test('the newest stands first, or they stand by name', async () => {
  const { list, shows } = await open(['b', 'a', 'c'])
  await shows([...empty, 'Private (3)', '  c', '  a', '  b'])
  list.setSort('name')
  await shows([...empty, 'Private (3)', '  a', '  b', '  c'])
})

test('more than a page is loaded by and by', async () => {
  const { list, shows } = await open(
    Array.from({ length: 101 }, (_, index) => String(index).padStart(3, '0')),
  )
  await vi.waitFor(() => expect(lines(list).at(-1)).toBe('  Load more'))
  expect(lines(list)).toHaveLength(empty.length + 1 + 100 + 1)
  list.take(keyOf(list, 'Load more'))
  await vi.waitFor(() => expect(lines(list).at(-1)).toBe('  000'))
  expect(shows).toBeDefined()
})

test('a word is looked for once it was left alone, in every folder', async () => {
  const { fake, host, list, shows } = await open(['Revenue', 'Other'])
  await shows([...empty, 'Private (2)', '  Other', '  Revenue'])
  list.search('rev')
  host.clock.advance(299)
  expect(fake.requests.some(({ query }) => query['name'] === 'rev')).toBe(false)
  host.clock.advance(1)
  await shows(['Found', '  Revenue'])
  list.search('nothing')
  host.clock.advance(300)
  await shows(['Found', '  No queries found'])
  list.search('')
  await shows([...empty, 'Private (2)', '  Other', '  Revenue'])
})

test('what is found in a folder says where', async () => {
  const { fake, host, list } = await open(['Top corner'], ['Reports'])
  const [{ id = '' } = {}] = (
    (await (await fake.fetch(`${CONTENT}/folders`, {} as never)).json()) as {
      data: { folders: { id: string }[] }
    }
  ).data.folders
  const body = JSON.stringify({ name: 'Inside', folder_id: id, content: { sql: 'select corner' } })
  await fake.fetch(CONTENT, { method: 'POST', headers: { version: '2' }, body } as never)
  list.search('corner')
  host.clock.advance(300)
  await vi.waitFor(() =>
    expect(list.$nodes.get()[0]?.children).toMatchObject([
      { label: 'Inside', detail: 'in Reports' },
      { label: 'Top corner' },
    ]),
  )
  expect(list.$nodes.get()[0]?.children?.[1]).not.toHaveProperty('detail')
})

test('marked, shared, and made private again', async () => {
  const { list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  act(list, 'One', 'favorite').run()
  await shows(['Favorites (1)', '  One', ...empty.slice(2), 'Private (1)', '  One'])
  act(list, 'One', 'share').run()
  await shows(['Favorites (1)', '  One', 'Shared (1)', '  One', 'Private (0)', '  No queries yet'])
  act(list, 'One', 'unshare').run()
  await shows(['Favorites (1)', '  One', ...empty.slice(2), 'Private (1)', '  One'])
})

test('a new folder has its place at once, is named, and takes a snippet in', async () => {
  const { host, list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  list.newFolder()
  expect(lines(list)).toEqual([...empty, 'Private (1)', '  ', '  One'])
  const { rename } = list.$renaming.get()!
  rename.type('Reports')
  rename.commit()
  await shows([...empty, 'Private (1)', '  Reports', '  One'])
  await vi.waitFor(() => expect(host.notes.at(-1)?.message).toBe('Successfully created folder'))
  list.drop(keyOf(list, 'One'), keyOf(list, 'Reports'))
  await shows([...empty, 'Private (1)', '  Reports', '    One'])
  expect(act(list, 'One', 'share').hint).toBe('Shared snippet cannot be within a folder')
})

test('a folder name that exists is refused, and the place goes; so it does without a name', async () => {
  const { host, fake, list, shows } = await open([], ['Reports'])
  const before = [...empty, 'Private (0)', '  Reports']
  await shows(before)
  list.newFolder()
  list.$renaming.get()?.rename.cancel()
  await shows(before)
  list.newFolder()
  list.$renaming.get()?.rename.type('Reports')
  list.$renaming.get()?.rename.commit()
  await shows(before)
  expect(host.notes.map(({ message }) => message)).toEqual([
    'Unable to create new folder: This folder name already exists',
  ])
  expect(fake.content.folders).toHaveLength(1)
})

test('a refused rename of a folder gives its name back', async () => {
  const { host, fake, list, shows } = await open([], ['Old', 'Other'])
  const before = [...empty, 'Private (0)', '  Old', '  Other']
  await shows(before)
  list.rename(keyOf(list, 'Old'))
  list.$renaming.get()?.rename.type('Other')
  list.$renaming.get()?.rename.commit()
  fake.intercept = ({ method }) =>
    method === 'PATCH' ? { status: 500, body: { message: 'Broken', code: 'internal' } } : undefined
  list.rename(keyOf(list, 'Old'))
  list.$renaming.get()?.rename.type('New')
  list.$renaming.get()?.rename.commit()
  expect(lines(list)).toContain('  New')
  await shows(before)
  await vi.waitFor(() =>
    expect(host.notes.map(({ message }) => message)).toEqual([
      'Unable to update folder: This folder name already exists',
      'Failed to save folder: Broken',
    ]),
  )
})

test('deleting a folder asks, and keeps its queries', async () => {
  const { fake, list, shows } = await open(['One'], ['Reports'])
  await shows([...empty, 'Private (1)', '  Reports', '  One'])
  list.drop(keyOf(list, 'One'), keyOf(list, 'Reports'))
  await vi.waitFor(() => expect(fake.content.snippets[0]?.folder_id).not.toBeNull())
  list.remove(keyOf(list, 'Reports'))
  expect(fake.content.folders).toHaveLength(1)
  await shows([...empty, 'Private (1)', '  Reports', '    One'])
  const id = fake.content.folders[0]?.id
  const asked = () => fake.requests.filter(({ path }) => path.endsWith(`/folders/${id}`)).length
  const before = asked()
  await list.folderDeletion.confirm()
  await shows([...empty, 'Private (1)', '  One'])
  expect(asked()).toBe(before)
})

test('deleting says so, and Undo takes it back as it was', async () => {
  const { host, fake, list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  const [before] = fake.content.snippets
  list.remove(keyOf(list, 'One'))
  await shows([...empty, 'Private (0)', '  No queries yet'])
  const note = host.notes.at(-1)
  expect([note?.message, note?.action?.label]).toEqual(['Deleted One', 'Undo'])
  note?.action?.run()
  await shows([...empty, 'Private (1)', '  One'])
  expect(fake.content.snippets).toEqual([before])
})

test('a copy is one’s own, and is opened under its name', async () => {
  const { host, deck, fake, list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  const bar = await vi.waitFor(() => {
    const part = deck.shell.beside.$tabBar.get()
    if (!part || part === 'coming') throw new Error('not there yet')
    return part
  })
  const names = new Set<string>()
  bar.$tabs.listen((tabs) => tabs.forEach(({ label }) => names.add(label)))
  act(list, 'One', 'duplicate').run()
  await shows([...empty, 'Private (2)', '  One (copy)', '  One'])
  expect(names).toContain('One (copy)')
  expect(host.navigation.current().pathname).toBe(`/project/default/sql/${fake.content.snippets[1]?.id}`)
  expect(fake.content.snippets[1]?.content.sql).toBe("select 'One'")
  expect(list.$chosen.get()).toBe(keyOf(list, 'One (copy)'))
})

test('a copy that could not be made says so in the words of the specification', async () => {
  const { host, fake, list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  fake.intercept = ({ method }) =>
    method === 'POST' ? { status: 500, body: { message: 'Broken', code: 'internal' } } : undefined
  act(list, 'One', 'duplicate').run()
  await vi.waitFor(() => expect(host.notes.at(-1)?.message).toBe('Failed to insert content: Broken'))
})

test('a renamed snippet has its name in the list and on its tab', async () => {
  const { deck, list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  list.take(keyOf(list, 'One'))
  list.rename(keyOf(list, 'One'))
  const { rename, kind } = list.$renaming.get()!
  expect(kind).toBe('file')
  rename.type('Two')
  rename.commit()
  await shows([...empty, 'Private (1)', '  Two'])
  const bar = await vi.waitFor(() => {
    const part = deck.shell.beside.$tabBar.get()
    if (!part || part === 'coming') throw new Error('not there yet')
    return part
  })
  expect(JSON.stringify(bar.$tabs.get())).toContain('Two')
})

test('a double click keeps the tab that a click has opened as a preview', async () => {
  const { deck, list, shows } = await open(['One'])
  await shows([...empty, 'Private (1)', '  One'])
  const key = keyOf(list, 'One')
  list.take(key)
  const bar = await vi.waitFor(() => {
    const part = deck.shell.beside.$tabBar.get()
    if (!part || part === 'coming') throw new Error('not there yet')
    return part
  })
  bar.$tabs.listen(() => undefined)
  const isPreview = () => bar.$tabs.get().find(({ label }) => label === 'One')?.isPreview
  await vi.waitFor(() => expect(isPreview()).toBe(true))
  list.keep(key)
  expect(isPreview()).toBe(false)
})

test('a query without a name is renamed from what it is listed by', async () => {
  const { list, shows } = await open([UNTITLED])
  const line = `select '${UNTITLED}'`
  await shows([...empty, 'Private (1)', `  ${line}`])
  list.rename(keyOf(list, line))
  const { rename } = list.$renaming.get()!
  expect(rename.$typed.get()).toBe(line)
  // Left as it is, it gets no name.
  rename.commit()
  await shows([...empty, 'Private (1)', `  ${line}`])
})

test('a list that can’t be had says why, and asks again', async () => {
  const { fake, deck, list, shows } = await open(['One'])
  list.$failure.listen(() => undefined)
  await shows([...empty, 'Private (1)', '  One'])
  fake.intercept = ({ path }) =>
    path.includes('/content') ? { status: 500, body: { message: 'Broken', code: 'internal' } } : undefined
  list.setSort('name')
  await vi.waitFor(() => expect(list.$failure.get()?.message).toBe('Broken'))
  fake.intercept = undefined
  list.$failure.get()?.retry()
  await shows([...empty, 'Private (1)', '  One'])
  expect(deck).toBeDefined()
})

const selecting = (list: SnippetList, ...labels: string[]) =>
  list.select({ keys: new Set(labels.map((label) => keyOf(list, label))), anchor: null })

test('what is selected together is deleted together, by one message with one Undo', async () => {
  const { host, fake, list, shows } = await open(['One', 'Two', 'Three'])
  await shows([...empty, 'Private (3)', '  Three', '  Two', '  One'])
  selecting(list, 'One', 'Three')
  expect(list.actionsOf(keyOf(list, 'One')).map(({ label }) => label)).toEqual([
    'Add all to favorites',
    'Move to…',
    'Delete 2 queries',
  ])
  expect(list.actionsOf(keyOf(list, 'Two')).map(({ id }) => id)).toContain('rename')
  list.remove(keyOf(list, 'Three'))
  await shows([...empty, 'Private (1)', '  Two'])
  expect(list.$selection.get().keys.size).toBe(0)
  const note = host.notes.at(-1)
  expect([note?.message, note?.action?.label]).toEqual(['Deleted 2 queries', 'Undo'])
  note?.action?.run()
  await shows([...empty, 'Private (3)', '  Three', '  Two', '  One'])
  expect(host.notes.at(-1)?.message).toBe('Restored 2 queries')
  expect(fake.content.snippets).toHaveLength(3)
})

test('what is selected together is moved together', async () => {
  const { fake, list, shows } = await open(['One', 'Two', 'Three'], ['Reports'])
  await shows([...empty, 'Private (3)', '  Reports', '  Three', '  Two', '  One'])
  selecting(list, 'One', 'Two')
  list.drop(keyOf(list, 'Two'), keyOf(list, 'Reports'))
  await vi.waitFor(() =>
    expect(fake.content.snippets.filter(({ folder_id }) => folder_id !== null)).toHaveLength(2),
  )
})

test('of several, those that may not be deleted stay, and it is said', async () => {
  const { host, fake, list, shows } = await open(['One', 'Two'])
  await shows([...empty, 'Private (2)', '  Two', '  One'])
  const kept = fake.content.snippets.find(({ name }) => name === 'Two')
  fake.intercept = ({ method, query }) => {
    if (method !== 'DELETE' || String(query['ids']).split(',').length < 2) return undefined
    fake.content.snippets = fake.content.snippets.filter((one) => one === kept)
    const [deleted] = String(query['ids'])
      .split(',')
      .filter((id) => id !== kept?.id)
    return { status: 200, body: [{ id: deleted }] }
  }
  selecting(list, 'One', 'Two')
  list.remove(keyOf(list, 'One'))
  await vi.waitFor(() =>
    expect(host.notes.map(({ message }) => message)).toEqual([
      'Failed to delete: your role does not allow deleting it',
      'Deleted One',
    ]),
  )
})
