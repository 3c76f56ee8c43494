/**
 * Who waits for whom, as a tree: a session that holds others up stands above those that wait for it. Sessions that wait for each
 * other in a circle, and one that waits for a session that is not shown, stand at the top too.
 * @rule advisors.lock-tree  @spec §2
 */

/** A session, and the processes that it waits for. */
export interface Waiting {
  pid: string
  blockedBy: readonly string[]
}

/** A session of the tree. */
export interface LockTreeRow<Session extends Waiting> {
  session: Session
  /** From 0. */
  depth: number
  /** How many wait for it, directly or behind another one. */
  holdsUp: number
}

/** Those that hold up the most first; then those that nobody waits for, in the order in which they came. */
export function lockTree<Session extends Waiting>(sessions: readonly Session[]): LockTreeRow<Session>[] {
  const byPid = new Map(sessions.map((session) => [session.pid, session]))
  const waitersOf = new Map<string, Session[]>()
  for (const session of sessions)
    for (const pid of new Set(session.blockedBy))
      if (pid !== session.pid) waitersOf.set(pid, [...(waitersOf.get(pid) ?? []), session])
  const countOf = (pid: string, seen: Set<string>): number => {
    seen.add(pid)
    let count = 0
    for (const waiter of waitersOf.get(pid) ?? [])
      if (!seen.has(waiter.pid)) count += 1 + countOf(waiter.pid, seen)
    return count
  }
  const holdsUp = new Map(sessions.map(({ pid }) => [pid, countOf(pid, new Set())]))
  const most = (one: Session, other: Session) => (holdsUp.get(other.pid) ?? 0) - (holdsUp.get(one.pid) ?? 0)
  const rows: LockTreeRow<Session>[] = []
  const placed = new Set<string>()
  const place = (session: Session, depth: number) => {
    if (placed.has(session.pid)) return
    placed.add(session.pid)
    rows.push({ session, depth, holdsUp: holdsUp.get(session.pid) ?? 0 })
    for (const waiter of [...(waitersOf.get(session.pid) ?? [])].sort(most)) place(waiter, depth + 1)
  }
  const isFree = ({ pid, blockedBy }: Session) =>
    !blockedBy.some((other) => other !== pid && byPid.has(other))
  for (const session of sessions.filter(isFree).sort(most)) place(session, 0)
  // A circle has no beginning.
  for (const session of [...sessions].sort(most)) place(session, 0)
  return rows
}
