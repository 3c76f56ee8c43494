/**
 * The keys of a query's page beside Run: Mod+Shift+Enter runs the statement at the cursor, Mod+S saves at once, Shift+Alt+R
 * hides or shows the results. In the question before a run Mod+Enter gives its first answer that runs.
 * @rule sql.query-keys  @spec §4
 */
import type { KeyPress } from '../shell/shortcuts.js'

/** The action of a key on the page of a query. */
export type QueryKey = 'run-statement' | 'save' | 'toggle-results'

/**
 * The action of this key press on the page of a query; undefined: none.
 * @param code the physical key, because Alt may change the character
 */
export function queryKey(press: KeyPress & { code: string }): QueryKey | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = press
  if (isComposing || repeat) return undefined
  const mod = ctrlKey || metaKey
  if (!shiftKey) return mod && !altKey && key.toLowerCase() === 's' ? 'save' : undefined
  if (mod && !altKey && key === 'Enter') return 'run-statement'
  return altKey && !mod && code === 'KeyR' ? 'toggle-results' : undefined
}

/** What Mod+Enter does in a question; undefined: it is another key. A key that is still held does nothing. */
export function questionKey(press: KeyPress): 'run' | 'held' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = press
  if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || isComposing) return undefined
  return repeat ? 'held' : 'run'
}
