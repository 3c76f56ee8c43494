/** Which addresses may be called, with which headers, and what is sent on when the answer is a redirect. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { OutgoingError } from './outgoing-error.js'

export interface Call {
  url: URL
  method: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
}

const URL_MAX_CHARACTERS = 4096
const METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/

/** Only Basedeck and Node set these: a caller who could set them could add a second request or name another host. */
const OWN_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What another origin than the called one may see. Any other header may hold a credential. */
const OPEN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/**
 * The name and password of the address become its `authorization`.
 * @throws OutgoingError `url-invalid`, `scheme-refused`, `header-invalid`
 */
export function readCall(
  address: string,
  method: string,
  given: Readonly<Record<string, string>>,
  body: string | Uint8Array | undefined,
): Call {
  const url = readUrl(address)
  if (!METHOD.test(method)) throw new OutgoingError('url-invalid')
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => readHeader(name, value)))
  const authorization = credentialsOf(url)
  return {
    url: withoutCredentials(url),
    method,
    headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
    body,
  }
}

/** @throws OutgoingError `url-invalid`, `scheme-refused` */
export function readUrl(address: string): URL {
  // The URL parser drops some of these silently; an address that has them is not what it looks like.
  const isStrange = /[\p{Cc}\p{Cs}\s\\]/u.test(address)
  if (isStrange || address.length > URL_MAX_CHARACTERS || !URL.canParse(address))
    throw new OutgoingError('url-invalid')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutgoingError('scheme-refused')
  return url
}

/**
 * The call to make next. Undefined: the answer is not a redirect.
 * @throws OutgoingError `url-invalid`, `scheme-refused`, `redirect-refused`
 */
export function redirected(call: Call, status: number, location: string | undefined): Call | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, call.url.href)) throw new OutgoingError('url-invalid')
  const url = withoutCredentials(readUrl(new URL(location, call.url.href).href))
  if (call.url.protocol === 'https:' && url.protocol === 'http:') throw new OutgoingError('redirect-refused')
  const isRepeated = status === 307 || status === 308 || call.method === 'GET' || call.method === 'HEAD'
  const isSameOrigin = url.origin === call.url.origin
  const body = isRepeated ? call.body : undefined
  // A body may hold a secret, as the client secret of OpenID does.
  if (!isSameOrigin && body !== undefined) throw new OutgoingError('redirect-refused')
  const kept = Object.entries(call.headers).filter(
    ([name]) => (isSameOrigin || OPEN_HEADERS.has(name)) && (body !== undefined || name !== 'content-type'),
  )
  return { url, method: isRepeated ? call.method : 'GET', headers: Object.fromEntries(kept), body }
}

function readHeader(name: string, value: string): readonly [string, string] {
  const lower = name.toLowerCase()
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch (cause) {
    throw new OutgoingError('header-invalid', { cause })
  }
  if (OWN_HEADERS.has(lower)) throw new OutgoingError('header-invalid')
  return [lower, value]
}

function credentialsOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(pair).toString('base64')}`
  } catch (cause) {
    throw new OutgoingError('url-invalid', { cause })
  }
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  bare.hash = ''
  return bare
}
