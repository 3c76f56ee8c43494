/**
 * Where a link of auth, or a sign-in by a provider, leads in the end: the address that was asked for, if the project allows it,
 * else the project's site.
 * @rule auth.redirect-target  @spec §2
 */

/** Addresses that a project allows. */
export interface AllowedTargets {
  siteUrl: string
  /** Exact addresses, and globs: `*` and `?` stop at `.` and `/`, `**` does not; `[ab]` and `{one,two}` are choices. */
  allowList: readonly string[]
}

interface Address {
  scheme: string
  /** Host and port, in small letters. */
  authority: string
  /** Path and query as a browser asks for them; empty where the text has neither. */
  rest: string
}

const MOST_CHARACTERS = 2000
/** Their addresses run code, or read files. */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'about',
])

/** The address to go to. @param asked undefined or empty: none was asked for */
export function redirectTarget(asked: string | undefined, { siteUrl, allowList }: AllowedTargets): string {
  if (asked === undefined || asked === '') return siteUrl
  return isAllowedTarget(asked, { siteUrl, allowList }) ? asked : siteUrl
}

/** Whether a project lets its users be sent there. */
export function isAllowedTarget(asked: string, { siteUrl, allowList }: AllowedTargets): boolean {
  const address = addressIn(asked)
  if (!address) return false
  const site = addressIn(siteUrl)
  if (site && isWeb(site) && site.scheme === address.scheme && site.authority === address.authority)
    return true
  const exact = asked.replace(/#.*$/s, '')
  return [siteUrl, ...allowList].some((allowed) => allowed === exact || isMatch(address, allowed))
}

/**
 * Undefined: a browser would not go where the text seems to lead, or the text is no whole address. A name in front of the host, a
 * backslash, an encoded host and control characters make an address look like another one.
 */
function addressIn(text: string): Address | undefined {
  if (text.length > MOST_CHARACTERS || /[\s\\\p{Cc}]/u.test(text)) return undefined
  const [, scheme = '', authority = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/i.exec(text) ?? []
  if (scheme === '' || authority.includes('@') || REFUSED_SCHEMES.has(scheme.toLowerCase())) return undefined
  const url = urlOf(text)
  if (!url || url.protocol !== `${scheme.toLowerCase()}:`) return undefined
  const isSame = withoutPort(url.host, url.protocol) === withoutPort(authority.toLowerCase(), url.protocol)
  if (!isSame) return undefined
  return {
    scheme: scheme.toLowerCase(),
    authority: url.host.toLowerCase(),
    rest: rest === '' ? '' : url.pathname + url.search,
  }
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Without the port that the scheme has anyway. */
function withoutPort(authority: string, protocol: string): string {
  if (protocol === 'https:') return authority.replace(/:443$/, '')
  return protocol === 'http:' ? authority.replace(/:80$/, '') : authority
}

function isWeb({ scheme }: Address): boolean {
  return scheme === 'https' || scheme === 'http'
}

/** Host and path are compared apart: no star in the place of a host reaches into the path. */
function isMatch(address: Address, pattern: string): boolean {
  const [, scheme = '', authority = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/is.exec(pattern) ?? []
  return (
    scheme.toLowerCase() === address.scheme &&
    globOf(authority.toLowerCase()).test(address.authority) &&
    globOf(rest).test(address.rest)
  )
}

const SEPARATED = '[^./]*'

function globOf(glob: string): RegExp {
  const parts = glob.match(/\*+|\?|\[[^\]]*\]|\{[^}]*\}|[^*?[{]+|[[{]/g) ?? []
  return new RegExp(`^${parts.map(partOf).join('')}$`, 'su')
}

function partOf(part: string): string {
  if (part === '*') return SEPARATED
  if (part.startsWith('*')) return '.*'
  if (part === '?') return '[^./]'
  if (part.length > 2 && part.startsWith('[')) return classOf(part.slice(1, -1))
  if (part.length > 2 && part.startsWith('{'))
    return `(?:${part
      .slice(1, -1)
      .split(',')
      .map((one) => globSource(one))
      .join('|')})`
  return literal(part)
}

function globSource(glob: string): string {
  return (glob.match(/\*+|\?|[^*?]+/g) ?? []).map(partOf).join('')
}

function classOf(members: string): string {
  const isNot = members.startsWith('!') || members.startsWith('^')
  const listed = (isNot ? members.slice(1) : members).replace(/[\\\]^[&~|]/g, String.raw`\$&`)
  return isNot ? `[^${listed}./]` : `[${listed}]`
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
