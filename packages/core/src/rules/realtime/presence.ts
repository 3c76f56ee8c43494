/**
 * Who is present on a channel: the state that comes after the join, and what each difference makes of it.
 * @rule realtime.presence  @source SERVICES §3.3
 */

/** Who is present under a key: what each of its connections says of itself, by the connection's reference. */
export type Present = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

/** Nobody. */
export const NOBODY: Present = new Map()

/** Who is present after a state or a difference arrived. What is not in the form of either changes nothing. */
export function presentAfter(present: Present, event: string, payload: unknown): Present {
  if (event === 'state') return added(NOBODY, payload)
  const { joins, leaves } = recordOf(payload)
  return added(removed(present, leaves), joins)
}

function added(present: Present, entries: unknown): Present {
  const next = new Map(present)
  for (const [key, metas] of metasOf(entries)) {
    const connections = new Map(next.get(key))
    for (const meta of metas) connections.set(referenceOf(meta), withoutReference(meta))
    next.set(key, connections)
  }
  return next
}

function removed(present: Present, entries: unknown): Present {
  const next = new Map(present)
  for (const [key, metas] of metasOf(entries)) {
    const connections = new Map(next.get(key))
    for (const meta of metas) connections.delete(referenceOf(meta))
    if (connections.size > 0) next.set(key, connections)
    else next.delete(key)
  }
  return next
}

function metasOf(entries: unknown): [string, Record<string, unknown>[]][] {
  return Object.entries(recordOf(entries)).map(([key, entry]) => {
    const { metas } = recordOf(entry)
    return [key, Array.isArray(metas) ? metas.map(recordOf) : []]
  })
}

function referenceOf({ phx_ref }: Record<string, unknown>): string {
  return String(phx_ref)
}

function withoutReference({ phx_ref: _own, phx_ref_prev: _former, ...said }: Record<string, unknown>) {
  return said
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
