/** Which known name somebody may have meant. */

/** The nearest of the known names; undefined when none is near: at most a third of the letters differ. */
export function nearName(wanted: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let compared = 0
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= least) continue
    if (++compared > MOST_COMPARED) break
    const differing = distance(wanted, name, least)
    if (differing >= least) continue
    least = differing
    best = name
  }
  return best
}

/** In a schema of ten thousand tables a wrong name holds nobody up: a suggestion is a courtesy. */
const MOST_COMPARED = 2_000

/** Names of PostgreSQL are at most 63 bytes; a longer text is near none. */
const LONGEST = 63

/** Letters to add, drop or replace between two texts; `limit` when there are at least so many. */
function distance(a: string, b: string, limit: number): number {
  if (a.length > LONGEST || b.length > LONGEST) return limit
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    if (Math.min(...next) >= limit) return limit
    row = next
  }
  return row[b.length] ?? limit
}
