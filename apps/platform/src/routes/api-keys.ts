/** Keys of a project's own API. CONTRACT api-keys. */
import { randomUUID } from 'node:crypto'
import {
  createApiKey,
  createTemporaryKey,
  deleteApiKey,
  getTemporaryKey,
  KEY_GRACE_SECONDS,
  listApiKeys,
  rotateApiKey,
  TEMPORARY_KEY_SECONDS,
  type ApiKey,
} from '@basedeck/platform-client/contract'
import { mayHold } from '../access/credential-rights.js'
import {
  deleteApiKeyRow,
  endApiKey,
  insertApiKey,
  listApiKeyRows,
  type ApiKeyRow,
} from '../control/api-keys.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { readProjectSecret, secretPurpose } from '../control/project-secrets.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Call, Mount } from './mount.js'
import { newApiKey, type ApiKeyType } from '../keys/api-keys.js'
import { temporaryKey } from '../keys/jwt.js'
import { hiddenKey, TEMPORARY_KID } from '../keys/project-keys.js'
import { makerOf } from '../control/key-maker.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { Notify } from '../notifications/notice.js'
import { noticedProject as noticed } from '../notifications/notices.js'
import { secretKeyMade, secretKeysRevealed } from '../notifications/team-notices.js'
import { requestText } from '../text/errors.js'

export interface ApiKeyRouteDeps {
  control: ControlDatabase
  box: SecretBox
  notify: Notify
  now(): Date
}

export function apiKeyRoutes(mount: Mount, { control, box, notify, now }: ApiKeyRouteDeps): void {
  mount.on(listApiKeys, async ({ caller, project, query, origin }) => {
    const rows = await listApiKeyRows(control, project.ref)
    const { slug } = project.organization
    const isRevealing = query.reveal === true && mayHold(caller, 'service_key', { slug, ref: project.ref })
    const revealed = isRevealing ? rows.filter((row) => !isPublic(row) && row.value !== null) : []
    if (revealed.length > 0) {
      await control.write([
        auditStatement(caller, origin, {
          action: 'api_key.reveal',
          target: project.name,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { keys: revealed.map(({ name, prefix }) => ({ name, prefix })) },
        }),
      ])
      await notify(
        secretKeysRevealed(
          noticed(project),
          revealed.map(({ name }) => name),
          caller,
        ),
      )
    }
    return rows.map((row) => show(row, project.ref, isRevealing || isPublic(row)))
  })

  mount.on(
    createApiKey,
    async ({ caller, project, body, origin }) => {
      const made = newKey(project.ref, body)
      const written = await control.write([
        made.statement,
        auditStatement(caller, origin, {
          action: 'api_key.create',
          target: body.name,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { type: body.type, prefix: made.prefix },
        }),
      ])
      if (!written.ok) throw new DomainError(written.reason === 'taken' ? 'name_taken' : 'project_not_found')
      if (body.type === 'secret') await notify(secretKeyMade(noticed(project), body.name, caller))
      return whole(made, project.ref)
    },
    201,
  )

  mount.on(
    rotateApiKey,
    async ({ caller, project, params, body, origin }) => {
      const id = params['id'] ?? ''
      const old = (await listApiKeyRows(control, project.ref)).find((row) => row.id === id)
      if (!old || old.type === 'legacy' || old.ends_at !== null)
        throw new DomainError('not_found', requestText.notRotated)
      const endsAt = new Date(now().getTime() + (body.grace_seconds ?? KEY_GRACE_SECONDS) * 1000)
      const { name, type, description } = old
      const made = newKey(project.ref, { name, type, description: description ?? undefined })
      const written = await control.write([
        endApiKey(id, project.ref, endsAt),
        made.statement,
        auditStatement(caller, origin, {
          action: 'api_key.rotate',
          target: name,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { type, prefix: made.prefix, old_prefix: old.prefix, old_ends_at: endsAt.toISOString() },
        }),
      ])
      // Somebody else rotated or deleted it meanwhile.
      if (!written.ok) throw new DomainError('not_found', requestText.notRotated)
      if (type === 'secret') await notify(secretKeyMade(noticed(project), name, caller))
      return whole(made, project.ref)
    },
    201,
  )

  mount.on(deleteApiKey, async ({ caller, project, params, origin }) => {
    const id = params['id'] ?? ''
    const known = (await listApiKeyRows(control, project.ref)).find((row) => row.id === id)
    const written = await control.write([
      deleteApiKeyRow(id, project.ref),
      auditStatement(caller, origin, {
        action: 'api_key.delete',
        target: known?.name ?? '',
        organizationId: project.organization.id,
        projectRef: project.ref,
        ...(known ? { detail: { type: known.type, prefix: known.prefix } } : {}),
      }),
    ])
    if (!written.ok) throw new DomainError('not_found', requestText.noSuchKey)
    return { id }
  })

  async function temporary(call: Call<typeof getTemporaryKey>): Promise<{ api_key: string }> {
    const { caller, project, query, origin } = call
    const sealed = await readProjectSecret(control, project.ref, 'token_secret')
    if (sealed === undefined) throw new DomainError('project_not_found')
    const secret = box.open(sealed, secretPurpose(project.ref, 'token_secret'))
    const made = temporaryKey(
      { key: hiddenKey(secret, TEMPORARY_KID), ref: project.ref, now: now(), maker: makerOf(caller) },
      {
        ...(query.claims === undefined ? {} : { claims: query.claims }),
        ...(query.authorization_exp === undefined ? {} : { lifeSeconds: query.authorization_exp }),
      },
    )
    if (made.type !== 'signed') throw new DomainError('invalid_query', requestText.claims[made.reason])
    await control.write([
      auditStatement(caller, origin, {
        action: 'api_key.temporary',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { role: 'service_role', seconds: query.authorization_exp ?? TEMPORARY_KEY_SECONDS },
      }),
    ])
    return { api_key: made.apiKey }
  }
  mount.on(getTemporaryKey, temporary)
  mount.on(createTemporaryKey, (call) => temporary(call as unknown as Call<typeof getTemporaryKey>))

  function newKey(
    ref: string,
    { name, type, description }: { name: string; type: ApiKeyType; description?: string | undefined },
  ) {
    const id = randomUUID()
    const { apiKey, prefix, hash } = newApiKey(type)
    const value = type === 'secret' ? undefined : box.seal(apiKey, secretPurpose(ref, `api_key ${id}`))
    return {
      id,
      apiKey,
      prefix,
      statement: insertApiKey({ id, ref, name, type, prefix, hash, value, description }),
    }
  }

  /** The one answer that has a secret key. */
  async function whole({ id, apiKey }: { id: string; apiKey: string }, ref: string): Promise<ApiKey> {
    const row = (await listApiKeyRows(control, ref)).find((one) => one.id === id)
    if (!row) throw new DomainError('project_not_found')
    return { ...show(row, ref, false), api_key: apiKey }
  }

  function show({ value, ...row }: ApiKeyRow, ref: string, isShown: boolean): ApiKey {
    const isHad = isShown && value !== null
    return { ...row, api_key: isHad ? box.open(value, secretPurpose(ref, `api_key ${row.id}`)) : null }
  }
}

/** Keys that applications carry in the open: row-level security holds for them. */
function isPublic({ type, name }: ApiKeyRow): boolean {
  return type === 'publishable' || (type === 'legacy' && name === 'anon')
}
