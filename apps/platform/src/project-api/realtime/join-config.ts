/** What a client asks for when it joins a channel. A field of a wrong type counts as absent. SERVICES §3.1. */

export interface ChangesAsked {
  event: string
  schema: string
  table: string | undefined
  filter: string | undefined
  select: string[] | undefined
  /** As it came: the answer repeats it. */
  given: Record<string, unknown>
}

export interface JoinConfig {
  isPrivate: boolean
  broadcast: {
    acknowledges: boolean
    sendsSelf: boolean
    tellsReplication: boolean
    replay: { since: number; limit: number } | undefined
  }
  presence: { key: string; isEnabled: boolean }
  changes: ChangesAsked[]
  accessToken: string | undefined
}

const MOST_REPLAYED = 25
const USUAL_REPLAYED = 10

type Fields = Record<string, unknown>

export function joinConfigOf(payload: unknown): JoinConfig {
  const { config: given, access_token } = fieldsOf(payload)
  const config = fieldsOf(given)
  const broadcast = fieldsOf(config['broadcast'])
  const presence = fieldsOf(config['presence'])
  const asked = config['postgres_changes']
  return {
    isPrivate: flag(config['private'], false),
    broadcast: {
      acknowledges: flag(broadcast['ack'], false),
      sendsSelf: flag(broadcast['self'], false),
      tellsReplication: flag(broadcast['replication_ready'], false),
      replay: replayOf(broadcast['replay']),
    },
    presence: { key: textOf(presence['key']) ?? '', isEnabled: flag(presence['enabled'], true) },
    changes: Array.isArray(asked) ? asked.map(changesOf) : [],
    accessToken: textOf(access_token),
  }
}

function changesOf(asked: unknown): ChangesAsked {
  const given = fieldsOf(asked)
  const { select } = given
  return {
    event: (textOf(given['event']) ?? '*').toUpperCase(),
    schema: textOf(given['schema']) ?? 'public',
    table: textOf(given['table']),
    filter: textOf(given['filter']) || undefined,
    select: Array.isArray(select) ? select.filter((name) => typeof name === 'string') : undefined,
    given,
  }
}

function replayOf(value: unknown): { since: number; limit: number } | undefined {
  const { since, limit = USUAL_REPLAYED } = fieldsOf(value)
  if (typeof since !== 'number' || !Number.isFinite(since)) return undefined
  const most = typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : USUAL_REPLAYED
  return { since, limit: Math.min(most, MOST_REPLAYED) }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function flag(value: unknown, otherwise: boolean): boolean {
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : otherwise
}
