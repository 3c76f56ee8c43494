/** Log drains: what members set, and a line to try one. */
import { randomUUID } from 'node:crypto'
import type {
  logDrainChanges,
  LogDrain,
  LogDrainProgress,
  LogDrainTarget,
  LogDrainTest,
  newLogDrain,
} from '@basedeck/platform-client/contract'
import type * as v from 'valibot'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import {
  deleteLogDrainRow,
  insertLogDrain,
  logDrainRow,
  logDrainRows,
  updateLogDrainRow,
  type LogDrainRow,
} from '../control/log-drains.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { logDrainText } from '../text/log-drains.js'
import { openDrain, sealDrain, type SealedDrain } from './sealed-drain.js'
import { sendBatch } from './send-batch.js'

export interface LogDrainsDeps {
  control: ControlDatabase
  box: SecretBox
  outgoing: Pick<Outgoing, 'call'>
  installationId: string
  /** Looks for what can be sent. */
  look(): void
  now(): number
}

type Given = v.InferOutput<typeof newLogDrain>
type Changes = v.InferOutput<typeof logDrainChanges>

export interface LogDrains {
  list(ref: string): Promise<LogDrain[]>
  /** @throws DomainError log_drain_taken, too_many_log_drains, log_drain_secret_missing */
  create(ref: string, given: Given, line: ControlStatement): Promise<LogDrain>
  /** @throws DomainError log_drain_not_found, log_drain_taken, log_drain_secret_missing */
  update(
    ref: string,
    id: string,
    changes: Changes,
    line: (name: string) => ControlStatement,
  ): Promise<LogDrain>
  /** @throws DomainError log_drain_not_found */
  remove(ref: string, id: string, line: (name: string) => ControlStatement): Promise<void>
  /** @throws DomainError log_drain_not_found */
  test(ref: string, id: string, line: (name: string) => ControlStatement): Promise<LogDrainTest>
}

const MICROS = 1000

export function createLogDrains({
  control,
  box,
  outgoing,
  installationId,
  look,
  now,
}: LogDrainsDeps): LogDrains {
  async function one(ref: string, id: string): Promise<LogDrainRow> {
    const row = await logDrainRow(control, ref, id)
    if (!row) throw new DomainError('log_drain_not_found')
    return row
  }

  async function shown(ref: string, id: string): Promise<LogDrain> {
    const found = (await logDrainRows(control, ref)).find((row) => row.id === id)
    if (!found) throw new DomainError('log_drain_not_found')
    return shownDrain(found)
  }

  return {
    list: async (ref) => (await logDrainRows(control, ref)).map(shownDrain),
    async create(ref, { name, target, headers, secret_access_key, sources = null, enabled = true }, line) {
      const id = randomUUID()
      const secrets = secretsOf(target, { headers: headers ?? [], secretAccessKey: secret_access_key })
      const settings = {
        id,
        name,
        target,
        sources,
        enabled,
        header_names: Object.keys(secrets.headers),
        sealed: sealDrain(box, ref, id, secrets),
        since: now() * MICROS,
      }
      const written = await control.write([insertLogDrain(ref, settings), line])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'log_drain_taken' : 'too_many_log_drains')
      look()
      return shown(ref, id)
    },
    async update(ref, id, changes, line) {
      const row = await one(ref, id)
      const { name = row.name, target = row.target, enabled = row.enabled } = changes
      const known = openDrain(box, row)
      const given = {
        headers: changes.headers ?? Object.keys(known.headers).map((header) => ({ name: header })),
        secretAccessKey: changes.secret_access_key,
      }
      const isSame = originOf(row.target) === originOf(target)
      const secrets = secretsOf(target, given, { known, isSame })
      const settings = {
        id,
        name,
        target,
        enabled,
        sources: changes.sources === undefined ? row.sources : changes.sources,
        header_names: Object.keys(secrets.headers),
        sealed: sealDrain(box, ref, id, secrets),
        since: enabled && !row.enabled ? now() * MICROS : row.since,
      }
      const written = await control.write([...updateLogDrainRow(ref, settings), line(row.name)])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'log_drain_taken' : 'log_drain_not_found')
      look()
      return shown(ref, id)
    },
    async remove(ref, id, line) {
      const row = await one(ref, id)
      const written = await control.write([deleteLogDrainRow(ref, id), line(row.name)])
      if (!written.ok) throw new DomainError('log_drain_not_found')
    },
    async test(ref, id, line) {
      const row = await one(ref, id)
      const at = now()
      const number = at * MICROS
      const outcome = await sendBatch(outgoing, row.target, openDrain(box, row), {
        project: ref,
        installationId,
        lines: [
          {
            id: String(number),
            number,
            time: new Date(at).toISOString(),
            source: 'log',
            level: 'info',
            request_id: '',
            message: logDrainText.testLine(row.name),
            fields: { drain: id },
          },
        ],
      })
      await control.write([line(row.name)])
      const { status = null, reason = null, answer, rejected = 0 } = outcome
      return {
        accepted: status !== null && status >= 200 && status < 300 && rejected === 0,
        status,
        reason,
        answer: answer || null,
        took_ms: now() - at,
      }
    },
  }
}

function shownDrain(row: LogDrainRow & { progress: LogDrainProgress }): LogDrain {
  const { id, name, target, header_names: headers, sources, enabled, progress, created_at, updated_at } = row
  return { id, name, target, headers, sources, enabled, progress, created_at, updated_at }
}

/** Who receives the secrets. */
function originOf(target: LogDrainTarget): string {
  return new URL(target.type === 's3' ? target.endpoint : target.url).origin
}

/**
 * Without a value, a secret keeps the one that it has, but only for the host that it was given for: who may change a drain must
 * not get what it holds.
 * @throws DomainError log_drain_secret_missing
 */
function secretsOf(
  target: LogDrainTarget,
  given: {
    headers: readonly { name: string; value?: string | undefined }[]
    secretAccessKey: string | undefined
  },
  { known, isSame }: { known: SealedDrain; isSame: boolean } = { known: { headers: {} }, isSame: false },
): SealedDrain {
  if (target.type === 's3') {
    const key = given.secretAccessKey ?? (isSame ? known.secretAccessKey : undefined)
    if (key !== undefined) return { headers: {}, secretAccessKey: key }
    const isKnown = known.secretAccessKey !== undefined
    throw new DomainError(
      'log_drain_secret_missing',
      isKnown ? logDrainText.secretKeyAgain : logDrainText.noSecretKey,
    )
  }
  const headers = given.headers.map(({ name, value }) => {
    const kept = value ?? (isSame ? known.headers[name] : undefined)
    if (kept !== undefined) return [name, kept]
    const isKnown = known.headers[name] !== undefined
    throw new DomainError(
      'log_drain_secret_missing',
      isKnown ? logDrainText.valueAgain(name) : logDrainText.noValue(name),
    )
  })
  return { headers: Object.fromEntries(headers) as Record<string, string> }
}
