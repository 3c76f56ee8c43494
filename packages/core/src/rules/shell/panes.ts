/**
 * F6 goes round the panes of a page, Shift+F6 the other way. From nowhere, as after a reload, F6 leads to what the page is for:
 * the rows, the text, the files.
 * @rule panes  @spec §2
 */
import type { KeyPress } from './shortcuts.js'

/** The direction of a key that goes round the panes; undefined: it is another key. */
export function paneStep(press: Omit<KeyPress, 'repeat'>): 1 | -1 | undefined {
  if (press.key !== 'F6' || press.ctrlKey || press.metaKey || press.altKey || press.isComposing)
    return undefined
  return press.shiftKey ? -1 : 1
}

/**
 * The index of the pane that gets the focus.
 * @param panes in their order on the page
 * @param at the pane with the focus; -1: none has it
 */
export function paneAfter(panes: readonly { isMain: boolean }[], at: number, step: 1 | -1): number {
  if (at === -1) {
    const main = panes.findIndex(({ isMain }) => isMain)
    return main === -1 ? 0 : main
  }
  return (at + step + panes.length) % panes.length
}
