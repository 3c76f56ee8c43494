/** The protocols that links in a foreign text may use: the web and mail. Scripts, files and data URLs are refused. */
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** The address as the browser will read it; undefined: the link is shown as text. */
export function safeHref(href: string): string | undefined {
  // Without a base URL, no address can point into the dashboard itself.
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  return PROTOCOLS.has(url.protocol) ? url.href : undefined
}
