/** The settings that a branch takes over from its parent. Hooks stay behind; webhooks, schedules and drains are off, and secrets are encrypted for the branch. */
import { randomUUID } from 'node:crypto'
import { AUTH_HOOKS, AUTH_SECRETS } from '@basedeck/platform-client/contract'
import { copySettings } from '../control/branches.js'
import type { ControlStatement } from '../control/control-database.js'
import { insertLogDrain, logDrainRows } from '../control/log-drains.js'
import { openDrain, sealDrain } from '../log-drains/sealed-drain.js'
import { secretPurpose } from '../control/project-secrets.js'
import { insertSecrets } from '../control/vault-secrets.js'
import { deleteSchedulesOf, insertSchedule, scheduleRows, setTimeZoneOf } from '../control/schedules.js'
import { insertWebhook, webhookRows } from '../control/webhooks.js'
import type { BranchesContext } from './branches-context.js'

interface Stored {
  auth: Record<string, unknown> | null
  secrets: { id: string; name: string; description: string; value: string }[]
}

/** @returns what is written for a branch of the given ref; a reset writes it again */
export async function copiedSettings(
  { control, box }: Pick<BranchesContext, 'control' | 'box'>,
  from: string,
): Promise<(to: string) => ControlStatement[]> {
  const [stored] = await control.select<Stored>(
    `select p.auth, coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'description', s.description,
         'value', s.value) order by s.name) from control.vault_secrets s where s.project_id = p.id), '[]') as secrets
     from control.projects p where p.ref = $1`,
    [from],
  )
  const auth: Record<string, unknown> = { ...stored?.auth }
  for (const hook of AUTH_HOOKS) delete auth[`hook_${hook}_enabled`]
  const opened = (stored?.secrets ?? []).map(({ id, name, description, value }) => ({
    name,
    description,
    value: box.open(value, secretPurpose(from, `vault ${id}`)),
  }))
  const webhooks = await webhookRows(control, from)
  const schedules = await scheduleRows(control, from)
  const drains = await logDrainRows(control, from)
  return (to) => {
    const own = { ...auth }
    for (const name of AUTH_SECRETS) {
      const sealed = own[name]
      if (typeof sealed !== 'string') continue
      own[name] = box.seal(
        box.open(sealed, secretPurpose(from, `auth ${name}`)),
        secretPurpose(to, `auth ${name}`),
      )
    }
    const secrets = opened.map((secret) => {
      const id = randomUUID()
      return { ...secret, id, value: box.seal(secret.value, secretPurpose(to, `vault ${id}`)) }
    })
    return [
      ...copySettings(from, to, own),
      {
        sql: 'delete from control.vault_secrets s using control.projects p where p.id = s.project_id and p.ref = $1',
        parameters: [to],
      },
      {
        sql: 'delete from control.webhooks w using control.projects p where p.id = w.project_id and p.ref = $1',
        parameters: [to],
      },
      // With ids of their own, and off: what the copied database tells for the parent's is dropped.
      ...webhooks.map((webhook) => {
        const id = randomUUID()
        const purpose = (ref: string, of: string) => secretPurpose(ref, `webhook ${of}`)
        const sealed = box.seal(box.open(webhook.sealed, purpose(from, webhook.id)), purpose(to, id))
        return insertWebhook(to, { ...webhook, id, sealed, enabled: false })
      }),
      deleteSchedulesOf(to),
      ...schedules.slice(0, 1).flatMap(({ time_zone }) => setTimeZoneOf(to, time_zone)),
      ...schedules.map((schedule) => {
        const id = randomUUID()
        const purpose = (ref: string, of: string) => secretPurpose(ref, `schedule ${of}`)
        const sealed = box.seal(box.open(schedule.sealed, purpose(from, schedule.id)), purpose(to, id))
        return insertSchedule(to, { ...schedule, id, sealed, enabled: false })
      }),
      {
        sql: 'delete from control.log_drains d using control.projects p where p.id = d.project_id and p.ref = $1',
        parameters: [to],
      },
      ...drains.map((drain) => {
        const id = randomUUID()
        const sealed = sealDrain(box, to, id, openDrain(box, drain))
        return insertLogDrain(to, { ...drain, id, sealed, enabled: false })
      }),
      ...(secrets.length > 0 ? [insertSecrets(to, secrets, null, secrets.length)] : []),
    ]
  }
}
