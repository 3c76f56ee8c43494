/** What the policies of `realtime.messages` say of a private channel. SERVICES §3.5 */
import { quoteLiteral } from '@basedeck/core/sql'
import type { PipelineResult, PipelineStatement } from '../../engines/session/pipeline-request.js'
import { DatabaseError } from '../../engines/engine.js'
import type { StorageActor } from '../../objects/storage-actor.js'
import { realtimeText } from '../../text/realtime.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import { askAsStatement } from './changes/ask-as.js'
import { REALTIME_SESSIONS } from './changes/table-changes.js'
import type { RowTexts } from './changes/table-change.js'
import { ChannelRefused } from './channel-refused.js'
import type { ChannelRights } from './channel-rights.js'
import { TOPIC_PREFIX } from './family-names.js'

export interface ChannelPolicies {
  /** @throws ChannelRefused, EngineError, DomainError */
  rights(ref: string, topic: string, actor: StorageActor): Promise<ChannelRights>
  /** The newest messages of the channel that the actor may see, the oldest first. @throws as `rights` */
  replay(
    ref: string,
    topic: string,
    actor: StorageActor,
    wanted: { since: number; limit: number },
  ): Promise<RowTexts[]>
}

interface FoundRights {
  reads: string[]
  writes: string[]
  refusal: string | null
}

const ASK_MS = 10_000
const MOST_BYTES = 64 * 1024 * 1024
/** Tables of the coming days are looked for so often. */
const DAYS_MS = 3_600_000
/** There is no such function, table or schema: the database has no channels of its own. */
const MISSING = ['42883', '42P01', '3F000']

export function createChannelPolicies(sessions: Pick<ProjectSessions, 'serve'>): ChannelPolicies {
  const keptAt = new Map<string, number>()

  async function ask(ref: string, statement: PipelineStatement, isKept = false): Promise<string | undefined> {
    try {
      const results = await sessions.serve(ref, REALTIME_SESSIONS, {
        statements: [statement],
        mostBytes: MOST_BYTES,
        timeoutMs: ASK_MS,
        signal: new AbortController().signal,
        ...(!isKept && { isKept: () => false }),
      })
      return firstOf(results)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (MISSING.includes(error.report.code ?? ''))
        throw new ChannelRefused('UnableToConnectToProject', realtimeText.noMessages)
      throw new ChannelRefused('Unauthorized', error.message)
    }
  }

  async function keepDays(ref: string): Promise<void> {
    const now = performance.now()
    if (now - (keptAt.get(ref) ?? -Infinity) < DAYS_MS) return
    await ask(ref, { text: 'select basedeck.keep_message_days()::text', values: [] }, true)
    keptAt.set(ref, now)
  }

  return {
    async rights(ref, topic, { role, claims }) {
      await keepDays(ref)
      const answer = await ask(ref, {
        text: 'select basedeck.channel_rights($1, $2, $3)',
        values: [role, JSON.stringify(claims), nameOf(topic)],
      })
      const found = JSON.parse(answer ?? 'null') as FoundRights | null
      return {
        readsBroadcasts: found?.reads.includes('broadcast') ?? false,
        readsPresence: found?.reads.includes('presence') ?? false,
        writesBroadcasts: found?.writes.includes('broadcast') ?? false,
        writesPresence: found?.writes.includes('presence') ?? false,
        refusal: found?.refusal ?? undefined,
      }
    },
    async replay(ref, topic, { role, claims }, { since, limit }) {
      const name = nameOf(topic)
      const setTopic = { text: `select pg_catalog.set_config('realtime.topic', $1, true)`, values: [name] }
      const query = `select pg_catalog.json_agg(pg_catalog.json_build_object('id', id, 'topic', topic, 'event', event,
          'extension', extension, 'private', 't', 'payload', payload::text, 'binary_payload', binary_payload::text) order by inserted_at)
        from (select * from realtime.messages where topic = ${quoteLiteral(name)} and extension = 'broadcast' and private
          and event is not null and inserted_at >= pg_catalog.to_timestamp(${since} / 1000.0) at time zone 'utc'
          order by inserted_at desc limit ${limit}) m`
      const results = await sessions.serve(ref, REALTIME_SESSIONS, {
        statements: [setTopic, askAsStatement([{ role, claims: JSON.stringify(claims), query }])],
        begin: 'begin read only',
        mostBytes: MOST_BYTES,
        timeoutMs: ASK_MS,
        signal: new AbortController().signal,
      })
      const [answer = null] = JSON.parse(firstOf(results.slice(1)) ?? '[]') as (string | null)[]
      const rows = JSON.parse(answer ?? '[]') as Record<string, string | null>[]
      return rows.map((row) => new Map(Object.entries(row)))
    },
  }
}

const nameOf = (topic: string): string => topic.slice(TOPIC_PREFIX.length)

function firstOf([result]: readonly PipelineResult[]): string | undefined {
  return result?.rows[0]?.[0]?.toString()
}
