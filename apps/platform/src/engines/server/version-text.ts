/** A version as PostgreSQL writes it. */

const FIRST_WITH_TWO_PARTS = 100_000

/** `server_version_num`: 150018 → 15.18. */
export function versionText(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000)
  const rest = versionNumber % 10_000
  return versionNumber < FIRST_WITH_TWO_PARTS
    ? `${major}.${Math.floor(rest / 100)}.${rest % 100}`
    : `${major}.${rest}`
}
