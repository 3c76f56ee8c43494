import { expect, test } from 'vitest'
import {
  snippetRowKey,
  snippetRowOf,
  snippetTree,
  type SnippetBranch,
  type SnippetRowKey,
} from './snippet-tree.js'
import type { ShownFolder } from '../sql/sql-folders.js'

test.each<SnippetRowKey>([
  { type: 'section', section: 'found' },
  { type: 'folder', id: 'f' },
  { type: 'snippet', id: 's', in: 'favorites' },
  { type: 'more', in: 'private' },
  { type: 'note', in: 'f' },
])('a key says what its row is: %j', (row) => {
  expect(snippetRowOf(snippetRowKey(row))).toEqual(row)
})

test('folders come first, nested, with their snippets; notes and “more” come last', () => {
  const folder = (id: string, parent_id: string | null): ShownFolder => ({
    id,
    name: id,
    parent_id,
    status: 'idle',
  })
  const branches: Record<string, SnippetBranch> = {
    favorites: { snippets: [{ id: 's', label: 'One' }] },
    private: { snippets: [{ id: 's', label: 'One' }], more: 'Load more' },
    outer: { snippets: [], note: 'Nothing' },
    inner: { snippets: [{ id: 't', label: 'Two' }] },
  }
  const sections = [
    { section: 'favorites', label: 'Favorites' },
    { section: 'private', label: 'Private' },
  ] as const
  const tree = snippetTree(
    sections,
    [folder('outer', null), folder('inner', 'outer')],
    (key) => branches[key]!,
  )
  expect(tree).toEqual([
    {
      key: 'section:favorites',
      label: 'Favorites',
      children: [{ key: 'snippet:s:favorites', label: 'One' }],
    },
    {
      key: 'section:private',
      label: 'Private',
      children: [
        {
          key: 'folder:outer',
          label: 'outer',
          children: [
            { key: 'folder:inner', label: 'inner', children: [{ key: 'snippet:t:inner', label: 'Two' }] },
            { key: 'note:outer', label: 'Nothing' },
          ],
        },
        { key: 'snippet:s:private', label: 'One' },
        { key: 'more:private', label: 'Load more' },
      ],
    },
  ])
})
