/** Webhooks of tables: what members set, and how their messages went. */
import { randomUUID } from 'node:crypto'
import {
  WEBHOOK_TIMEOUT_MS,
  type newWebhook,
  type Webhook,
  type webhookChanges,
  type WebhookDelivery,
} from '@basedeck/platform-client/contract'
import type * as v from 'valibot'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { sendAgain } from '../control/deliveries.js'
import { projectByRef } from '../control/projects.js'
import {
  deleteWebhookRow,
  insertWebhook,
  isMessageOf,
  projectsWithWebhooks,
  updateWebhookRow,
  webhookDeliveries,
  webhookRow,
  webhookRows,
  type WebhookRow,
  type WebhookSettings,
} from '../control/webhooks.js'
import { DatabaseError, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { newWebhookSecret } from '../outgoing/webhook-signature.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { webhookText } from '../text/webhooks.js'
import { headersOf } from './header-values.js'
import { openWebhook, sealWebhook, type SealedWebhook } from './sealed-webhook.js'
import type { WebhookQueue } from './webhook-queue.js'

export interface WebhooksDeps {
  control: ControlDatabase
  box: SecretBox
  life: Pick<ProjectLife, 'database' | 'isHere'>
  queue: WebhookQueue
  /** Looks for what can be sent. */
  deliver(): void
}

type Given = v.InferOutput<typeof newWebhook>
type Changes = v.InferOutput<typeof webhookChanges>

export interface Webhooks {
  /** @throws EngineError, DomainError when the project's database can't be asked */
  list(ref: string): Promise<Webhook[]>
  /** @throws DomainError webhook_taken, too_many_webhooks, webhook_header_empty */
  create(ref: string, given: Given, line: ControlStatement): Promise<Webhook>
  /** @throws DomainError webhook_not_found, webhook_taken, webhook_header_empty */
  update(
    ref: string,
    id: string,
    changes: Changes,
    line: (name: string) => ControlStatement,
  ): Promise<Webhook>
  /** @throws DomainError webhook_not_found */
  remove(ref: string, id: string, line: (name: string) => ControlStatement): Promise<void>
  /** @throws DomainError webhook_not_found */
  secret(ref: string, id: string, line: (name: string) => ControlStatement): Promise<string>
  /** @throws DomainError webhook_not_found */
  deliveries(ref: string, id: string): Promise<WebhookDelivery[]>
  /** @throws DomainError webhook_not_found, delivery_waits */
  sendAgain(
    ref: string,
    id: string,
    delivery: string,
    line: (name: string) => ControlStatement,
  ): Promise<void>
  /** Opens the databases that are here and whose webhooks are on: a program that was killed may have left messages in them. */
  resume(): Promise<void>
}

export function createWebhooks({ control, box, life, queue, deliver }: WebhooksDeps): Webhooks {
  /** After a change: the control plane says what is to be, and the database follows. */
  async function shown(ref: string, database: Database, moved?: ReadonlySet<string>): Promise<Webhook[]> {
    let problems: ReadonlyMap<string, string> = new Map()
    let refusal: string | undefined
    try {
      ;({ problems } = await queue.sync(database, moved))
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      refusal = webhookText.notSynced(error.message)
    }
    return (await webhookRows(control, ref)).map((row) =>
      shownWebhook(row, problems.get(row.id) ?? (row.enabled ? refusal : undefined)),
    )
  }

  async function one(ref: string, id: string): Promise<WebhookRow> {
    const row = await webhookRow(control, ref, id)
    if (!row) throw new DomainError('webhook_not_found')
    return row
  }

  const named = (all: Webhook[], id: string): Webhook => {
    const found = all.find((each) => each.id === id)
    if (!found) throw new DomainError('webhook_not_found')
    return found
  }

  return {
    list: async (ref) => shown(ref, await life.database(ref)),
    async create(ref, given, line) {
      const database = await life.database(ref)
      const id = randomUUID()
      const hidden = { secret: newWebhookSecret(), headers: headersOf(given.headers ?? [], {}) }
      const settings = settingsOf(id, given, sealWebhook(box, ref, id, hidden), Object.keys(hidden.headers))
      const written = await control.write([insertWebhook(ref, settings), line])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'webhook_taken' : 'too_many_webhooks')
      return named(await shown(ref, database), id)
    },
    async update(ref, id, changes, line) {
      const database = await life.database(ref)
      const row = await one(ref, id)
      const hidden = openWebhook(box, row)
      const next: SealedWebhook =
        changes.headers === undefined
          ? hidden
          : { ...hidden, headers: headersOf(changes.headers, hidden.headers) }
      const settings = settingsOf(
        id,
        changedBy(givenOf(row), changes),
        sealWebhook(box, ref, id, next),
        Object.keys(next.headers),
      )
      const written = await control.write([updateWebhookRow(ref, settings), line(row.name)])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'webhook_taken' : 'webhook_not_found')
      const isMoved = settings.schema_name !== row.schema_name || settings.table_name !== row.table_name
      const all = await shown(ref, database, isMoved ? new Set([id]) : undefined)
      deliver()
      return named(all, id)
    },
    async remove(ref, id, line) {
      const database = await life.database(ref)
      const row = await one(ref, id)
      const written = await control.write([deleteWebhookRow(ref, id), line(row.name)])
      if (!written.ok) throw new DomainError('webhook_not_found')
      await shown(ref, database)
    },
    async secret(ref, id, line) {
      const row = await one(ref, id)
      await control.write([line(row.name)])
      return openWebhook(box, row).secret
    },
    async deliveries(ref, id) {
      await one(ref, id)
      return webhookDeliveries(control, id)
    },
    async sendAgain(ref, id, delivery, line) {
      const row = await one(ref, id)
      if (!(await isMessageOf(control, id, delivery)))
        throw new DomainError('webhook_not_found', webhookText.noMessage)
      const written = await control.write([sendAgain(ref, delivery), line(row.name)])
      if (!written.ok) throw new DomainError('delivery_waits')
      deliver()
    },
    async resume() {
      for (const { ref } of await projectsWithWebhooks(control)) {
        const row = await projectByRef(control, ref)
        if (!row || !life.isHere(row)) continue
        // One that can't be opened is looked at when it can be.
        await life.database(ref).catch(() => undefined)
      }
    },
  }
}

function shownWebhook(row: WebhookRow, problem: string | undefined): Webhook {
  const { id, name, schema_name: schema, table_name: table, events, header_names: headers } = row
  const { function_slug: slug, url, timeout_ms, enabled, created_at, updated_at } = row
  return {
    id,
    name,
    schema,
    table,
    events,
    target: slug === null ? { type: 'http', url: url ?? '' } : { type: 'function', slug },
    headers,
    timeout_ms,
    enabled,
    problem: problem ?? null,
    created_at,
    updated_at,
  }
}

function givenOf(row: WebhookRow): Given {
  const { headers: _, ...given } = shownWebhook(row, undefined)
  return given
}

function changedBy(given: Given, changes: Changes): Given {
  const {
    name = given.name,
    schema = given.schema,
    table = given.table,
    events = given.events,
    target = given.target,
  } = changes
  const { timeout_ms = given.timeout_ms, enabled = given.enabled } = changes
  return { name, schema, table, events, target, timeout_ms, enabled }
}

function settingsOf(id: string, given: Given, sealed: string, headerNames: string[]): WebhookSettings {
  const { name, schema, table, events, target, timeout_ms = WEBHOOK_TIMEOUT_MS, enabled = true } = given
  return {
    id,
    name,
    schema_name: schema,
    table_name: table,
    events,
    function_slug: target.type === 'function' ? target.slug : null,
    url: target.type === 'http' ? target.url : null,
    header_names: headerNames,
    sealed,
    timeout_ms,
    enabled,
  }
}
