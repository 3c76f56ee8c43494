/** Copies a text, and tells the user when the host does not allow it. */
import type { Host } from '../ports/index.js'
import { errorText } from '../text/errors.js'

/**
 * True when the text is on the clipboard.
 * @param html the same as a table
 */
export async function copyText(
  { clipboard, notifier }: Pick<Host, 'clipboard' | 'notifier'>,
  text: string,
  html?: string,
): Promise<boolean> {
  try {
    await clipboard.writeText(text, html)
    return true
  } catch {
    notifier.notify({ kind: 'error', message: errorText.copyFailed })
    return false
  }
}
