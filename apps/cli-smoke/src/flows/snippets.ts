/** The journey of a snippet: opened new, typed, saved by itself, named, found in the list, deleted. */
import type { Deck, SnippetList, SnippetState } from '@basedeck/core'
import type { TreeNode } from '@basedeck/core/rules'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function snippetFlow(deck: Deck, say: (text: string) => void, ref = 'default'): Promise<void> {
  const name = `Smoke ${Date.now()}`
  const { snippet, type } = (await deck.open('sqlEditor', { ref, id: String(Date.now()) })).screen
  type('select 1 as kept')
  await untilSaved(snippet)
  say('a snippet that saved itself')

  snippet.rename.begin()
  snippet.rename.type(name)
  snippet.rename.commit()
  const { $snippetList } = deck.shell.beside
  type Shown = ReturnType<typeof $snippetList.get>
  const isThere = (list: Shown): list is SnippetList => list !== null && list !== 'coming'
  const list = await waitFor($snippetList, 'the list of snippets', isThere)
  const isListed = (nodes: TreeNode[]): nodes is TreeNode[] => keyOf(nodes, name) !== undefined
  const key = keyOf(await waitFor(list.$nodes, 'the snippet in the list', isListed), name)
  say('its name in the list')

  assert(key !== undefined)
  list.remove(key)
  const isGone = (nodes: TreeNode[]): nodes is TreeNode[] => keyOf(nodes, name) === undefined
  await waitFor(list.$nodes, 'the snippet to be gone', isGone)
  say('deleted')
}

async function untilSaved({ $saving }: SnippetState): Promise<void> {
  type Mark = ReturnType<typeof $saving.get>
  await waitFor($saving, 'the autosave', (mark): mark is Mark => mark.label === 'Saved')
}

function keyOf(nodes: readonly TreeNode[], name: string): string | undefined {
  for (const { key, label, children = [] } of nodes) {
    const found = label === name ? key : keyOf(children, name)
    if (found !== undefined) return found
  }
  return undefined
}
