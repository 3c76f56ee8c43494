import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { schemaRowKey } from '../../rules/sql/schema-tree.js'
import { COMPLETION_STATEMENTS } from '../../sql/index.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { testDeck } from '../../testing/test-deck.js'
import { createScreenFiles } from '../screen-files.js'
import type { SchemaTree } from './schema-tree.js'

await createScreenFiles().fetch('sqlEditor')

const { relations, names, functions, foreignKeys, enums } = COMPLETION_STATEMENTS
const columns = JSON.stringify([
  ['id', 'bigint', true, null],
  ['Full name', 'text', false, null],
])

async function open(path: string) {
  const fake = createFakePlatform()
  const rows = (query: string, all: (string | null)[][]) =>
    fake.answer(query, {
      results: [{ command: 'SELECT', rowCount: all.length, fields: [], rows: all, notices: [] }],
    })
  rows(names.query, [
    ['path', 'public', '1'],
    ['schema', 'public', '0'],
    ['schema', 'shop', '0'],
  ])
  rows(relations('').query, [
    ['1', 'public', 'people', 'r', null, columns],
    ['2', 'shop', 'people', 'r', null, columns],
  ])
  for (const { query } of [functions, foreignKeys, enums]) rows(query, [])
  const deck = testDeck(createMemoryHost(path), fake)
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  deck.shell.beside.$schemaTree.subscribe(() => undefined)
  const tree = await vi.waitFor(() => {
    const shown = deck.shell.beside.$schemaTree.get()
    return typeof shown === 'object' && shown ? shown : Promise.reject(new Error('not yet'))
  })
  tree.$nodes.subscribe(() => undefined)
  tree.$notice.subscribe(() => undefined)
  await vi.waitFor(() => expect(tree.$notice.get()).toBeNull())
  const inserted: string[] = []
  opened.screen.onInsert((text) => inserted.push(text))
  return { tree, inserted }
}

const labels = ({ $nodes }: SchemaTree) =>
  $nodes.get().map(({ label, children = [] }) => [label, ...children.map((child) => child.label)].join(' '))
const relation = (schema: string) => schemaRowKey({ type: 'relation', schema, name: 'people' })

test('the schema that the address names is open; names go into the text as they are written there', async () => {
  const { tree, inserted } = await open('/project/default/sql/1?schema=shop')
  expect(labels(tree)).toEqual(['public', 'shop people'])
  tree.take(relation('shop'))
  tree.take(relation('public'))
  tree.take(schemaRowKey({ type: 'column', schema: 'shop', name: 'people', column: 'Full name' }))
  expect(inserted).toEqual(['shop.people', 'people', '"Full name"'])
})

test('a table is found by a part of its name in every schema', async () => {
  const { tree } = await open('/project/default/sql/1')
  expect(labels(tree)).toEqual(['public people', 'shop'])
  tree.search('OPL')
  expect(labels(tree)).toEqual(['public people', 'shop people'])
  tree.search('nothing')
  expect(tree.$notice.get()).toEqual({ message: 'No tables found' })
})
