/** The header `Prefer`: how a request wants to be answered. */
import { refused } from '../errors.js'

/** What was asked for; the first of a kind counts. */
export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null' | undefined
  return: 'representation' | 'headers-only' | 'minimal' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  tx: 'commit' | 'rollback' | undefined
  handling: 'strict' | 'lenient' | undefined
  timezone: string | undefined
  'max-affected': number | undefined
}

/** In the order in which they are echoed. */
const WORDS: Readonly<Record<string, readonly string[] | RegExp>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
  timezone: /^[^\0]+$/,
  'max-affected': /^\d{1,15}$/,
}

/** @throws DataApiError PGRST122 when `handling=strict` stands beside words that nobody knows */
export function readPreferences(header: string | undefined): Preferences {
  const found: Record<string, string | number> = {}
  const unknown: string[] = []
  for (const word of (header ?? '').split(',').map((one) => one.trim())) {
    if (word === '') continue
    const [name = '', value = ''] = word.split(/=(.*)/s)
    const allowed = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
    const isKnown = Array.isArray(allowed)
      ? allowed.includes(value)
      : (allowed as RegExp | undefined)?.test(value)
    if (!isKnown) unknown.push(word)
    else if (!(name in found)) found[name] = name === 'max-affected' ? Number(value) : value
  }
  if (found['handling'] === 'strict' && unknown.length > 0) {
    throw refused('PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  return found as unknown as Preferences
}

/** `Preference-Applied`: those of the given kinds that were followed. Undefined when there are none. */
export function appliedPreferences(
  preferences: Preferences,
  kinds: ReadonlySet<keyof Preferences>,
): string | undefined {
  const words = (Object.keys(WORDS) as (keyof Preferences)[])
    .filter((name) => kinds.has(name) && preferences[name] !== undefined)
    .map((name) => `${name}=${preferences[name]}`)
  return words.length === 0 ? undefined : words.join(', ')
}
