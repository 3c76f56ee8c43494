/**
 * The list of snippets as a tree: favourites, shared and private ones, the private ones in their folders; or the search
 * results. Each row's key encodes what it represents.
 * @rule sql.snippet-tree  @spec §3
 */
import type { ShownFolder } from '../sql/sql-folders.js'
import type { TreeNode } from '../shell/tree.js'

/** A section of the list; `found` holds search results. */
export type SnippetSection = 'favorites' | 'shared' | 'private' | 'found'
/** The sections of the list, in order. */
export const SNIPPET_SECTIONS = ['favorites', 'shared', 'private'] as const

/** What a row of the list represents. */
export type SnippetRowKey =
  | { type: 'section'; section: SnippetSection }
  | { type: 'folder'; id: string }
  /** `in` is a section or a folder: one snippet may be in two branches. */
  | { type: 'snippet'; id: string; in: string }
  | { type: 'more' | 'note'; in: string }

/** The key of a row, which encodes what it represents. */
export function snippetRowKey(row: SnippetRowKey): string {
  if (row.type === 'section') return `section:${row.section}`
  if (row.type === 'folder') return `folder:${row.id}`
  return row.type === 'snippet' ? `snippet:${row.id}:${row.in}` : `${row.type}:${row.in}`
}

/** What the row of a key represents. */
export function snippetRowOf(key: string): SnippetRowKey {
  const [type, first = '', second = ''] = key.split(':')
  if (type === 'section') return { type, section: first as SnippetSection }
  if (type === 'folder') return { type, id: first }
  if (type === 'snippet') return { type, id: first, in: second }
  return { type: type === 'more' ? 'more' : 'note', in: first }
}

/** The loaded snippets of one branch. */
export interface SnippetBranch {
  snippets: readonly { id: string; label: string; detail?: string }[]
  /** Label of the row that loads more; absent: all are loaded. */
  more?: string
  /** A note instead of snippets: none, loading, or failed. */
  note?: string
}

/**
 * The list of snippets as a tree.
 * @param branchIn the snippets of a section or a folder, by its id
 */
export function snippetTree(
  sections: readonly { section: SnippetSection; label: string }[],
  folders: readonly ShownFolder[],
  branchIn: (key: string) => SnippetBranch,
): TreeNode[] {
  const leaves = (key: string): TreeNode[] => {
    const { snippets, more, note } = branchIn(key)
    return [
      ...snippets.map(({ id, ...said }) => ({
        key: snippetRowKey({ type: 'snippet', id, in: key }),
        ...said,
      })),
      ...(more === undefined ? [] : [{ key: snippetRowKey({ type: 'more', in: key }), label: more }]),
      ...(note === undefined ? [] : [{ key: snippetRowKey({ type: 'note', in: key }), label: note }]),
    ]
  }
  const foldersIn = (parent: string | null): TreeNode[] =>
    folders
      .filter(({ parent_id }) => parent_id === parent)
      .map(({ id, name }) => ({
        key: snippetRowKey({ type: 'folder', id }),
        label: name,
        children: [...foldersIn(id), ...leaves(id)],
      }))
  return sections.map(({ section, label }) => ({
    key: snippetRowKey({ type: 'section', section }),
    label,
    children: [...(section === 'private' ? foldersIn(null) : []), ...leaves(section)],
  }))
}
