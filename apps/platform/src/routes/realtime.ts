/** Settings of a project's realtime, and tokens of its inspector. */
import {
  createRealtimeInspectorToken,
  getRealtimeSettings,
  SERVICE_PATHS,
  updateRealtimeSettings,
  type RealtimeConfig,
} from '@basedeck/platform-client/contract'
import { mayHold } from '../access/credential-rights.js'
import { listApiKeyRows } from '../control/api-keys.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { makerOf } from '../control/key-maker.js'
import { readProjectSecret, secretPurpose } from '../control/project-secrets.js'
import { changeRealtime, realtimeConfigOf } from '../control/realtime-settings.js'
import { DomainError } from '../kernel/domain-error.js'
import { inspectorToken } from '../keys/inspector-token.js'
import { hiddenKey, TEMPORARY_KID } from '../keys/project-keys.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { Mount } from './mount.js'

export interface RealtimeRouteDeps {
  control: ControlDatabase
  box: SecretBox
  now(): Date
  /** Where the projects' API is reached. */
  apiUrl(): string
}

export function realtimeRoutes(mount: Mount, { control, box, now, apiUrl }: RealtimeRouteDeps): void {
  const stored = async (ref: string): Promise<RealtimeConfig> => {
    const found = await realtimeConfigOf(control, ref)
    if (!found) throw new DomainError('project_not_found')
    return found
  }

  mount.on(getRealtimeSettings, ({ project }) => stored(project.ref))

  mount.on(updateRealtimeSettings, async ({ caller, project, body, origin }) => {
    const { expected_version, ...changes } = body
    const written = await control.write([
      changeRealtime(project.ref, changes, expected_version),
      auditStatement(caller, origin, {
        action: 'project.update_realtime',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: changes,
      }),
    ])
    if (!written.ok)
      throw new DomainError('stale', undefined, { more: { stored: await stored(project.ref) } })
    return stored(project.ref)
  })

  mount.on(createRealtimeInspectorToken, async ({ caller, project, body, origin }) => {
    const { role, user_id: userId } = body
    const { slug, id } = project.organization
    const { ref } = project
    if (role !== 'anon' && !mayHold(caller, 'service_key', { slug, ref })) throw new DomainError('forbidden')
    const sealed = await readProjectSecret(control, ref, 'token_secret')
    if (sealed === undefined) throw new DomainError('project_not_found')
    const key = hiddenKey(box.open(sealed, secretPurpose(ref, 'token_secret')), TEMPORARY_KID)
    const maker = role === 'anon' ? undefined : makerOf(caller)
    const made = inspectorToken({ key, ref, role, userId, maker, now: now() })
    await control.write([
      auditStatement(caller, origin, {
        action: 'project.inspect_realtime',
        target: project.name,
        organizationId: id,
        projectRef: ref,
        detail: { role, ...(userId !== undefined && { user_id: userId }) },
      }),
    ])
    return {
      ...made,
      key: (await publicKeyOf(ref)) ?? made.access_token,
      endpoint: `${apiUrl()}/${ref}${SERVICE_PATHS.realtime}`,
    }
  })

  async function publicKeyOf(ref: string): Promise<string | undefined> {
    const rows = await listApiKeyRows(control, ref)
    const row = rows.find(
      ({ type, name }) => type === 'publishable' || (type === 'legacy' && name === 'anon'),
    )
    return row?.value ? box.open(row.value, secretPurpose(ref, `api_key ${row.id}`)) : undefined
  }
}
