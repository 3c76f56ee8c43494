/** The browser's own dialog that chooses files. */

/**
 * The chosen files; null: the dialog was cancelled. The field is in the document while the dialog is open: one that is not may be
 * collected before its answer comes, and Firefox takes no files for it from programs.
 */
export function chosenFiles(set: (input: HTMLInputElement) => void): Promise<readonly File[] | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.hidden = true
  set(input)
  document.body.append(input)
  return new Promise<readonly File[] | null>((resolve) => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.click()
  }).finally(() => input.remove())
}
