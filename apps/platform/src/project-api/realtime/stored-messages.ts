/** Messages that the database stored: rows of `realtime.messages` become broadcasts. SERVICES §3.2 */
import type { RowTexts } from './changes/table-change.js'
import { TOPIC_PREFIX } from './family-names.js'
import type { Broadcast } from './frames.js'
import type { SentMessage } from './sent-messages.js'

/** Undefined: it is no broadcast. */
export function sentMessageOf(row: RowTexts): SentMessage | undefined {
  const [topic, event, extension, id] = ['topic', 'event', 'extension', 'id'].map(
    (name) => row.get(name) ?? undefined,
  )
  if (topic === undefined || event === undefined || extension !== 'broadcast') return undefined
  const payload = payloadOf(row.get('payload') ?? null, row.get('binary_payload') ?? null)
  const broadcast: Broadcast = { event, payload, ...(id !== undefined && { meta: { id } }) }
  return { topic: TOPIC_PREFIX + topic, isPrivate: row.get('private') === 't', broadcast }
}

/** @param bytes as PostgreSQL writes them: `\\x01ff` */
function payloadOf(json: string | null, bytes: string | null): Broadcast['payload'] {
  if (bytes === null) return { type: 'json', text: json ?? 'null' }
  return { type: 'binary', bytes: Buffer.from(bytes.slice(2), 'hex') }
}
