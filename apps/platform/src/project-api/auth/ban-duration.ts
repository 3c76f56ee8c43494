/** How long a user is banned, as clients of the family write it: `24h`, `1h30m`, `none`. */
import { AuthError } from './auth-error.js'

const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001, us: 1e-6, ns: 1e-9 }
const FORM = /^(\d+(\.\d+)?(h|ms|m|us|ns|s))+$/
/** Some thousand years: PostgreSQL's times reach further. */
const MOST_S = 1e11

/** Seconds; `none`: the ban ends. Undefined: nothing was said. @throws AuthError validation_failed */
export function banDuration(text: string | undefined): number | 'none' | undefined {
  if (text === undefined || text === '') return undefined
  if (text === 'none') return 'none'
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|us|ns|s)/g)]
  const seconds = parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (SECONDS[unit] ?? 0), 0)
  if (!FORM.test(text) || seconds > MOST_S)
    throw new AuthError('validation_failed', {
      message: 'invalid format for ban duration: such as 24h, or none',
    })
  return seconds
}
