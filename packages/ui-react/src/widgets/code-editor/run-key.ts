// Mod+Enter runs the query. Mod is ⌘ on a Mac and Ctrl elsewhere; both are taken everywhere.

/** Whether the key press asks to run. */
export function isRunKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing) return false
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
}
