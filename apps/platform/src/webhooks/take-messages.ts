/**
 * Moves messages from the queue in a project's database to that of the platform. A message is deleted there after it is stored
 * here under the same id, so that a program that is killed between the two loses none and sends none twice.
 */
import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { addMessages } from '../control/webhooks.js'
import type { Database } from '../engines/engine.js'
import { deliveryPurpose, type DeliveryRequest } from '../outgoing/deliver-due.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { BODY_MAX_BYTES, TAKE_SQL, TAKEN_SQL } from './webhook-sql.js'

export interface TakeDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'seal'>
}

const LIMITS = { cellBytes: BODY_MAX_BYTES, bytes: 64 * 1024 * 1024 }

/** @returns how many were taken; 0: the queue is empty @throws DatabaseError, EngineError */
export async function takeMessages(
  { control, box }: TakeDeps,
  database: Pick<Database, 'id' | 'run'>,
): Promise<number> {
  const { id: ref } = database
  const { results } = await database.run({
    runId: randomUUID(),
    as: 'admin',
    query: TAKE_SQL,
    limits: LIMITS,
  })
  const rows = results.at(-1)?.rows ?? []
  if (rows.length === 0) return 0
  const messages = rows.map(([id = '', webhookId = '', event = '', body = '']) => {
    const request: DeliveryRequest = {
      tableEvent: { ref, webhookId: webhookId ?? '', body: body ?? '' },
    }
    return {
      id: id ?? '',
      webhook_id: webhookId ?? '',
      event: event as WebhookEvent,
      request: box.seal(JSON.stringify(request), deliveryPurpose(id ?? '')),
    }
  })
  await control.append([addMessages(ref, messages)])
  await database.run({
    runId: randomUUID(),
    as: 'admin',
    query: TAKEN_SQL,
    parameters: [JSON.stringify(messages.map(({ id }) => id))],
  })
  return rows.length
}
