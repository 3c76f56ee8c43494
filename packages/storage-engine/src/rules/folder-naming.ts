/**
 * What becomes of the name that is typed for a new folder, or for an item that is renamed. A duplicate is said first, then
 * an empty name, then a bad character.
 * @rule storage.folder-naming  @spec §5
 */
import { isTaken, type NamedItem } from './duplicate-names.js'
import { fileNameProblem, nameProblem, type NameProblem } from './object-names.js'

/** What a typed name leads to. */
export type NamingPlan =
  | { type: 'accept'; name: string }
  /** The row of a new folder goes; an item keeps its name. */
  | { type: 'nothing' }
  | { type: 'duplicate'; name: string }
  | { type: 'problem'; problem: NameProblem }

/**
 * What becomes of the name of a new folder.
 * @param items the other items of the folder
 */
export function planNewFolder(typed: string, items: Iterable<NamedItem>): NamingPlan {
  return planned(typed, items, nameProblem)
}

/**
 * What becomes of the new name of an item.
 * @param items all items of the folder; the one that is renamed is among them
 */
export function planRename(
  item: { name: string; kind: 'file' | 'folder' },
  typed: string,
  items: readonly NamedItem[],
): NamingPlan {
  if (typed.trim() === item.name) return { type: 'nothing' }
  const others = items.filter(({ name }) => name !== item.name)
  return planned(typed, others, item.kind === 'file' ? fileNameProblem : nameProblem)
}

function planned(
  typed: string,
  items: Iterable<NamedItem>,
  problemOf: (name: string) => NameProblem | null,
): NamingPlan {
  const name = typed.trim()
  if (isTaken(name, items)) return { type: 'duplicate', name }
  if (name === '') return { type: 'nothing' }
  const problem = problemOf(name)
  return problem ? { type: 'problem', problem } : { type: 'accept', name }
}
