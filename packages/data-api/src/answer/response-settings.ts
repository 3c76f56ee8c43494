/** What functions set for the answer: `response.status` and `response.headers`. */
import { refused } from '../errors.js'

/** @throws DataApiError PGRST112 */
export function statusSet(setting: string | null | undefined): number | undefined {
  if (!setting) return undefined
  const status = /^\d{3}$/.test(setting.trim()) ? Number(setting) : 0
  if (status < 200 || status > 599)
    throw refused('PGRST112', 'response.status guc must be a valid status code')
  return status
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Without control characters other than the tab: a line end would begin another header. */
const HEADER_VALUE = /^[\t -~\u0080-\uffff]*$/

/** @throws DataApiError PGRST111 */
export function headersSet(setting: string | null | undefined): [string, string][] {
  if (!setting) return []
  const list = parsed(setting)
  if (!Array.isArray(list)) throw badHeaders()
  return list.map((one): [string, string] => {
    const entries = typeof one === 'object' && one !== null ? Object.entries(one) : []
    const [name, value] = entries[0] ?? []
    if (entries.length !== 1 || typeof name !== 'string' || typeof value !== 'string') throw badHeaders()
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) throw badHeaders()
    return [name, value]
  })
}

/** Headers with those that a function set in their place. */
export function withHeaders(
  headers: readonly [string, string][],
  set: readonly [string, string][],
): [string, string][] {
  const names = new Set(set.map(([name]) => name.toLowerCase()))
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...set]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function badHeaders() {
  return refused(
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}
