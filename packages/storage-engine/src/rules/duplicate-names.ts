/**
 * Names that are taken in a folder, whatever their case, and the free name that an upload gets: a counter in brackets before
 * the extension.
 * @rule storage.duplicate-names  @spec §5
 */

/** What of an item of a folder counts. A row that is being edited has no name yet. */
export interface NamedItem {
  name: string
  isEditing?: boolean
}

/** Whether an item of the folder has the name already. */
export function isTaken(name: string, items: Iterable<NamedItem>): boolean {
  const wanted = name.toLowerCase()
  for (const item of items) if (item.isEditing !== true && item.name.toLowerCase() === wanted) return true
  return false
}

/**
 * The name itself where it is free. Otherwise with a counter: the names of the form `{name} (digits).{ext}` that are there,
 * plus one, or the next number that is free.
 */
export function freeName(name: string, items: Iterable<NamedItem>, kind: 'file' | 'folder' = 'file'): string {
  const there = new Set<string>()
  for (const item of items) if (item.isEditing !== true) there.add(item.name.toLowerCase())
  if (!there.has(name.toLowerCase())) return name
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1
  // A name that begins with its only dot has no extension.
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let counter = countersIn(there, base.toLowerCase(), extension.toLowerCase()) + 1
  const numbered = () => `${base} (${counter})${extension}`
  while (there.has(numbered().toLowerCase())) counter += 1
  return numbered()
}

function countersIn(names: ReadonlySet<string>, base: string, extension: string): number {
  let count = 0
  for (const name of names) {
    if (!name.startsWith(`${base} (`) || !name.endsWith(`)${extension}`)) continue
    if (/^\d+$/.test(name.slice(base.length + 2, name.length - extension.length - 1))) count += 1
  }
  return count
}
