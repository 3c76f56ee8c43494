/** The browser's clipboard, also on a page without TLS, which has no `navigator.clipboard`. */
import type { Clipboard } from '../ports/index.js'

export const browserClipboard: Clipboard = {
  async writeText(text, html) {
    if (!('clipboard' in navigator)) return copyByCommand(text, html)
    if (html === undefined || !('ClipboardItem' in globalThis)) return navigator.clipboard.writeText(text)
    const part = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
    await navigator.clipboard.write([
      new ClipboardItem({ ...part('text/plain', text), ...part('text/html', html) }),
    ])
  },
}

/** The command asks the page what to copy. */
async function copyByCommand(text: string, html: string | undefined): Promise<void> {
  // A command inside the browser's own copying would be passed over.
  await Promise.resolve()
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    if (html !== undefined) event.clipboardData?.setData('text/html', html)
  }
  document.addEventListener('copy', give, { capture: true })
  try {
    if (!document.execCommand('copy')) throw new Error('The browser did not copy')
  } finally {
    document.removeEventListener('copy', give, { capture: true })
  }
}
