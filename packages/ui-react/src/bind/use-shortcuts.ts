/** Handles every key of the page before other listeners; a key that an action takes is not passed on. */
import type { Actions } from '@basedeck/core'
import { useLayoutEffect } from 'react'

/** Where a bare key is a letter, chooses an entry by its name, or belongs to something that covers the page. */
const TYPING = [
  'input',
  'textarea',
  'select',
  '[contenteditable]',
  '.monaco-editor',
  ...['textbox', 'combobox', 'menu', 'listbox', 'tree', 'grid', 'dialog', 'alertdialog'].map(
    (role) => `[role=${role}]`,
  ),
].join()

export function useShortcuts(press: Actions['press']): void {
  // Registered before the first paint, so that keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      const isTyping = target instanceof Element && target.closest(TYPING) !== null
      if (event.defaultPrevented || !press(event, isTyping)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [press])
}
