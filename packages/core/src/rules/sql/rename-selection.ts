/**
 * The selected part of a name when renaming begins: all but a file's extension.
 * @rule rename-selection  @spec §5
 */
export function renameSelection(name: string, kind: 'file' | 'folder'): { start: number; end: number } {
  const dot = name.lastIndexOf('.')
  // A name that begins with its only dot has no extension, and neither does one that ends with it.
  const hasExtension = kind === 'file' && dot > 0 && dot < name.length - 1
  return { start: 0, end: hasExtension ? dot : name.length }
}
