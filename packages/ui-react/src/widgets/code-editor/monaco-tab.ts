// Tab indents in the editor. Escape, and then Tab or Shift+Tab, leave it; Escape that closes something does not count.
import type { Monaco } from './monaco.js'

const CLOSED_BY_ESCAPE = ['.suggest-widget', '.parameter-hints-widget', '.find-widget']
  .map((widget) => `${widget}.visible`)
  .join()
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

/** Lets Tab leave the editor once after Escape. Ends with the editor. */
export function letTabLeaveAfterEscape(opened: Monaco): void {
  const leaves = (tabFocusMode: boolean) => opened.updateOptions({ tabFocusMode })
  const closes = () =>
    (opened.getSelections()?.length ?? 0) > 1 || opened.getDomNode()?.querySelector(CLOSED_BY_ESCAPE) !== null
  opened.onKeyDown(({ browserEvent: { key } }) => {
    if (key === 'Tab' || MODIFIERS.includes(key)) return
    leaves(key === 'Escape' && !closes())
  })
  opened.onDidBlurEditorText(() => leaves(false))
}
