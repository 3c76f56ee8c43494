// The editor's own keys. Mod+Enter runs the query: Mod is ⌘ on a Mac and Ctrl elsewhere; both are taken everywhere.

/** Whether the key press asks to run. */
export function isRunKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing) return false
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
}

/** Whether the key press asks to format: Shift+Alt+F, by the key's position, since Alt may change the character. */
export function isFormatKey(event: KeyboardEvent): boolean {
  return event.code === 'KeyF' && event.shiftKey && event.altKey && !event.ctrlKey && !event.metaKey
}

/** Whether the key press asks for the AI: Mod+J. */
export function isAskKey(event: KeyboardEvent): boolean {
  if (event.isComposing || event.shiftKey || event.altKey) return false
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'j'
}
