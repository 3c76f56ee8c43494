/** How this machine writes its keys. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** `⌘↵` or `Ctrl ↵`. */
export function modKey(key: string): string {
  return isApple ? `⌘${key}` : `Ctrl ${key}`
}
