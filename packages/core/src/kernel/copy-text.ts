/** Copies a text, and tells the user when the host does not allow it. */
import type { Host } from '../ports/index.js'
import { errorText } from '../text/errors.js'

/** True when the text is on the clipboard. */
export async function copyText(
  { clipboard, notifier }: Pick<Host, 'clipboard' | 'notifier'>,
  text: string,
): Promise<boolean> {
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    notifier.notify({ kind: 'error', message: errorText.copyFailed })
    return false
  }
}
