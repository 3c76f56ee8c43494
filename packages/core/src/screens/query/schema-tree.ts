/** The tables of the project beside the editor: a tree whose names go into the text. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { completionQuery } from '../../data/completion.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import {
  schemaRowKey,
  schemaRowOf,
  schemaRowText,
  schemaTree,
  type SchemaRow,
} from '../../rules/sql/schema-tree.js'
import { EMPTY_CATALOGUE, indexCatalogue, type SqlCatalogue } from '../../rules/sql/sql-catalogue.js'
import type { TreeNode } from '../../rules/shell/tree.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { schemaTreeText as text } from '../../text/schema-tree.js'
import type { Needs } from '../context.js'
import { behindGate, createProjectGate } from '../parts/project-gate.js'

/** The tables of the project as a tree beside the editor. */
export interface SchemaTree extends Disposable {
  readonly $nodes: ReadableAtom<TreeNode[]>
  readonly $open: ReadableAtom<ReadonlySet<string>>
  readonly $search: ReadableAtom<string>
  /** Shown instead of the tree: that it is loading, or why it could not be loaded. Null: the tree is shown. */
  readonly $notice: ReadableAtom<{ message: string; retry?: () => void } | null>
  search(words: string): void
  toggle(key: string): void
  /** Puts a table's or a column's name into the text; opens a schema. */
  take(key: string): void
  kindOf(key: string): SchemaRow['type']
  /** What goes into the text when the row is dragged there. */
  textOf(key: string): string | undefined
}

const LOADING: Remote<SqlCatalogue> = { status: 'loading' }
const NOTHING = indexCatalogue(EMPTY_CATALOGUE)

export function createSchemaTree(
  context: Needs<'client' | 'queries' | 'router' | 'tabs' | 'lazy'>,
  ref: string,
): SchemaTree {
  const { client, queries, tabs } = context
  const { insertions } = sqlWorkOf(context)
  const scope = createScope()
  const gate = createProjectGate(context, ref)
  const $remote = behindGate(gate, queries.store(completionQuery(client, ref)), LOADING)
  const $catalogue = computed($remote, (remote) => (remote.status === 'ready' ? remote.data : NOTHING))
  const $search = atom('')
  const $open = atom<ReadonlySet<string>>(new Set([schemaKey(tabs.of(ref).$schema.get())]))
  // Another address may name another schema.
  scope.add(tabs.of(ref).$schema.listen((schema) => $open.set(new Set([...$open.get(), schemaKey(schema)]))))
  /** While one looks for something, every schema shows what fits. */
  const $shownOpen = computed([$open, $search, $catalogue], (open, words, { schemas }) =>
    words.trim() === '' ? open : new Set([...open, ...schemas.map(schemaKey)]),
  )
  const toggle = (key: string) => {
    const open = new Set($open.get())
    if (!open.delete(key)) open.add(key)
    $open.set(open)
  }
  const textOf = (key: string) => schemaRowText($catalogue.get(), schemaRowOf(key))
  return {
    $nodes: computed([$catalogue, $shownOpen, $search], (catalogue, open, words) =>
      schemaTree(catalogue, open, words, text),
    ),
    $open: $shownOpen,
    $search,
    $notice: computed([gate.$gate, $remote, $search, $catalogue], (view, remote, words, catalogue) => {
      if (view.status === 'closed') return { message: view.title }
      if (view.status === 'failed') return { message: view.message, retry: view.retry }
      if (remote.status === 'failed') return { message: remote.error.message, retry: remote.retry }
      if (remote.status === 'loading') return { message: text.loading }
      const wanted = words.trim().toLowerCase()
      const isFound = catalogue.relations.some(({ name }) => name.toLowerCase().includes(wanted))
      return wanted !== '' && !isFound ? { message: text.nothingFound } : null
    }),
    search: (words) => $search.set(words),
    toggle,
    take(key) {
      const row = schemaRowOf(key)
      if (row.type === 'schema') return toggle(key)
      const name = textOf(key)
      if (name !== undefined) insertions.insert(name)
    },
    kindOf: (key) => schemaRowOf(key).type,
    textOf,
    dispose: scope.dispose,
  }
}

function schemaKey(schema: string): string {
  return schemaRowKey({ type: 'schema', schema })
}
