/** The headers of an answer. */
import { appliedPreferences, type Preferences } from '../language/preferences.js'
import type { Asked } from './asked.js'

/** What a kind of request can follow, besides what all can. */
export type Applicable = readonly (keyof Preferences)[]

/** The given headers and those that every answer has. */
export function answerHeaders(
  asked: Asked,
  given: readonly [string, string][],
  applicable: Applicable = [],
  hasBody = true,
): [string, string][] {
  const { settings, within, preferences, format } = asked
  const kinds = new Set<keyof Preferences>(['count', 'handling', 'timezone', ...applicable])
  if (settings.mayRollBack) kinds.add('tx')
  const applied = appliedPreferences(preferences, kinds)
  return [
    ...(hasBody ? [['Content-Type', format.contentType] as [string, string]] : []),
    ...given,
    ...(applied === undefined ? [] : [['Preference-Applied', applied] as [string, string]]),
    ...(settings.schemas.length > 1 ? [['Content-Profile', within] as [string, string]] : []),
    ['Vary', 'Accept, Prefer, Range'],
  ]
}

/** The path and the parameters in the order of their names. */
export function contentLocation({ request, query }: Asked): string {
  const sorted = query.parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  return request.path + (sorted === '' ? '' : `?${sorted}`)
}

/** Percent-encoded where an address needs it; `*`, `,`, `(` and the like stay readable. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/%2C|%3A|%22/g, (code) =>
    code === '%22' ? code : decodeURIComponent(code),
  )
}
