/**
 * A call by curl; and the address and headers of a read, which the page itself can send.
 * @rule api.curl  @spec §2
 */
import { SERVICE_PATHS } from '@basedeck/platform-client/contract'
import type { ApiCall, SampleFilter } from './api-call.js'
import { columnWord, selectWords, type ApiTarget } from './ways.js'

export function curlCall(target: ApiTarget, call: ApiCall): string {
  const { method, path, body, prefer } = requestOf(target, call)
  const reads = method === 'GET'
  const profile = target.isDefaultSchema
    ? []
    : [`${reads ? 'Accept' : 'Content'}-Profile: ${headerValue(target.schema)}`]
  const key =
    target.role === 'service_role' ? `-H "apikey: $SECRET_KEY"` : `-H ${quoted(`apikey: ${target.key}`)}`
  return `${[
    `curl${reads ? '' : ` -X ${method}`} ${quoted(`${target.address}${SERVICE_PATHS.data}${path}`)}`,
    key,
    ...(target.role === 'authenticated' ? ['-H "Authorization: Bearer $USER_TOKEN"'] : []),
    ...profile.map((header) => `-H ${quoted(header)}`),
    ...(prefer === undefined ? [] : [`-H ${quoted(`Prefer: ${prefer}`)}`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')}\n`
}

/** The read of a table, as a browser sends it; the key is a header that is added. */
export function readRequest(
  target: ApiTarget,
  columns: readonly string[] | null,
): {
  url: string
  headers: Record<string, string>
} {
  const { path } = requestOf(target, { call: 'read', columns })
  return {
    url: `${target.address}${SERVICE_PATHS.data}${path}`,
    headers: target.isDefaultSchema ? {} : { 'accept-profile': headerValue(target.schema) },
  }
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  prefer?: string
}

function requestOf({ name }: ApiTarget, call: ApiCall): Request {
  const table = `/${encodeURIComponent(name)}`
  switch (call.call) {
    case 'read':
      return { method: 'GET', path: `${table}?select=${selected(call.columns)}&limit=10` }
    case 'filter':
      return { method: 'GET', path: `${table}?select=${selected(call.columns)}&${equals(call.where)}` }
    case 'insert':
      return { method: 'POST', path: table, body: call.row }
    case 'update':
      return { method: 'PATCH', path: `${table}?${equals(call.where)}`, body: call.row }
    case 'delete':
      return { method: 'DELETE', path: `${table}?${equals(call.where)}` }
    case 'upsert': {
      const conflict = encoded(call.conflict.map(columnWord).join(','))
      return {
        method: 'POST',
        path: `${table}?on_conflict=${conflict}`,
        body: call.row,
        prefer: 'resolution=merge-duplicates',
      }
    }
    case 'function': {
      const path = `/rpc${table}`
      if (!call.isStable) return { method: 'POST', path, body: call.arguments }
      const given = Object.entries(call.arguments).map(
        ([argument, value]) => `${encoded(argument)}=${encoded(plain(value))}`,
      )
      return { method: 'GET', path: given.length === 0 ? path : `${path}?${given.join('&')}` }
    }
  }
}

const selected = (columns: readonly string[] | null) => encoded(selectWords(columns))
const equals = ({ column, value }: SampleFilter) =>
  `${encoded(columnWord(column))}=eq.${encoded(plain(value))}`

/** Commas and stars stay readable. */
const encoded = (words: string) => encodeURIComponent(words).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** An empty list as PostgreSQL writes it. */
const plain = (value: unknown) =>
  Array.isArray(value) ? '{}' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** A header holds letters of ASCII; other names are percent-encoded. */
const headerValue = (words: string) => (/^[\x20-\x7e]*$/.test(words) ? words : encodeURIComponent(words))

/** One word of a shell. */
function quoted(words: string): string {
  return `'${words.replaceAll("'", `'\\''`)}'`
}
