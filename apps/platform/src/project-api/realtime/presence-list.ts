/** Who is in a channel: metas by key, as clients of the family merge them. Each channel has one meta. SERVICES §3.3. */

export interface PresenceMeta {
  phx_ref: string
  [field: string]: unknown
}

export type PresenceState = Record<string, { metas: PresenceMeta[] }>

export interface PresenceDiff {
  joins: PresenceState
  leaves: PresenceState
}

export interface PresenceList<Member> {
  /** False: the same payload is there already. */
  track(member: Member, key: string, payload: Record<string, unknown>): boolean
  /** False: it was not there. */
  untrack(member: Member): boolean
  state(): PresenceState
  /** What changed since it was last taken; undefined: nothing. */
  takeDiff(): PresenceDiff | undefined
}

interface Present {
  key: string
  text: string
  meta: PresenceMeta
}

/** @param newRef names a meta */
export function createPresenceList<Member>(newRef: () => string): PresenceList<Member> {
  const members = new Map<Member, Present>()
  let joined = new Set<Present>()
  let left = new Set<Present>()

  /** One that came and went between two diffs is in none. */
  const leave = (present: Present): void => {
    if (!joined.delete(present)) left.add(present)
  }

  return {
    track(member, key, payload) {
      const text = JSON.stringify(payload)
      const known = members.get(member)
      if (known?.text === text) return false
      if (known) leave(known)
      const meta = { ...payload, phx_ref: newRef(), ...(known && { phx_ref_prev: known.meta.phx_ref }) }
      const present = { key, text, meta }
      members.set(member, present)
      joined.add(present)
      return true
    },
    untrack(member) {
      const known = members.get(member)
      if (!known) return false
      members.delete(member)
      leave(known)
      return true
    },
    state: () => byKey(members.values()),
    takeDiff() {
      if (joined.size === 0 && left.size === 0) return undefined
      const diff = { joins: byKey(joined), leaves: byKey(left) }
      joined = new Set()
      left = new Set()
      return diff
    },
  }
}

function byKey(presents: Iterable<Present>): PresenceState {
  const found = new Map<string, { metas: PresenceMeta[] }>()
  for (const { key, meta } of presents) {
    const entry = found.get(key) ?? { metas: [] }
    entry.metas.push(meta)
    found.set(key, entry)
  }
  return Object.fromEntries(found)
}
