/**
 * The badge of the local version, self-hosted: whether it is a beta, the latest or an older one, and when the next is due.
 * @rule shell.cli-version  @spec §4
 */
import type { CliRelease } from '@basedeck/platform-client/contract'

/** The badge of the local version. */
export type CliBadge = 'beta' | 'update-available' | 'latest'

/** Whole versions are compared, `v` and all. An unknown latest reads Latest; null: no version, no badge. */
export function cliBadge(release: Partial<CliRelease> | undefined): CliBadge | null {
  if (!release?.current) return null
  const { current, latest } = release
  if (!latest || current === latest) return 'latest'
  return isNewer(current, latest) ? 'beta' : 'update-available'
}

/** By the precedence of versions: `v1.10.0` is newer than `v1.9.0`, and than its own `v1.10.0-beta.2`. */
function isNewer(version: string, than: string): boolean {
  const [[core, early], [otherCore, otherEarly]] = [partsOf(version), partsOf(than)]
  const order = compare(core, otherCore)
  if (order !== 0) return order > 0
  if (early === '' || otherEarly === '') return otherEarly !== ''
  return compare(early, otherEarly) > 0
}

function partsOf(version: string): [core: string, early: string] {
  const [, core = '', early = ''] = /v?([^-+]*)-?([^+]*)/.exec(version) ?? []
  return [core, early]
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

const RELEASE_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** When the next release is expected: two weeks after the last, as `05 Mar 2026` in UTC; null while that is unknown. */
export function nextRelease(publishedAt: string | undefined): string | null {
  const published = Date.parse(publishedAt ?? '')
  if (Number.isNaN(published)) return null
  const due = new Date(published + RELEASE_DAYS * DAY_MS)
  const day = String(due.getUTCDate()).padStart(2, '0')
  return `${day} ${MONTHS[due.getUTCMonth()]} ${due.getUTCFullYear()}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
