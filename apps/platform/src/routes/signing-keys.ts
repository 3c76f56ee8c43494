/** The keys that sign the tokens of a project's users. */
import { randomUUID } from 'node:crypto'
import {
  revocationRefusal,
  rotationRefusal,
  standbyRefusal,
  type SigningKeyRefusal,
} from '@basedeck/core/rules'
import {
  createSigningKey,
  importSigningKey,
  listSigningKeys,
  revealSigningSecret,
  revokeSigningKey,
  rotateSigningKeys,
  type PublicJwk,
  type SigningKey,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { openSigningKey, sealSigningKey } from '../control/project-keys.js'
import { readProjectSecret, secretPurpose } from '../control/project-secrets.js'
import {
  endLegacyKeys,
  insertSigningKey,
  listSigningKeyRows,
  revokeSigningKeyRow,
  rotateSigningKeyRows,
  type SigningKeyRow,
} from '../control/signing-keys.js'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'
import { newSigningKey, publicJwkOf, readSigningKey, textSecret, type WholeKey } from '../keys/signing-key.js'
import type { Notify } from '../notifications/notice.js'
import { noticedProject as noticed } from '../notifications/notices.js'
import { secretKeysRevealed } from '../notifications/team-notices.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { requestText } from '../text/errors.js'
import type { Call, Mount } from './mount.js'

export interface SigningKeyRouteDeps {
  control: ControlDatabase
  box: SecretBox
  notify: Notify
}

type ProjectCall = Pick<Call<typeof createSigningKey>, 'caller' | 'project' | 'origin'>

const CODES: Readonly<Record<NonNullable<SigningKeyRefusal>, DomainErrorCode>> = {
  'standby-there': 'standby_key_there',
  'too-many': 'too_many_signing_keys',
  'no-standby': 'no_standby_key',
  'is-current': 'signing_key_current',
  'is-revoked': 'signing_key_revoked',
}

export function signingKeyRoutes(mount: Mount, { control, box, notify }: SigningKeyRouteDeps): void {
  mount.on(listSigningKeys, async ({ project }) =>
    (await listSigningKeyRows(control, project.ref)).map(shown),
  )

  mount.on(
    createSigningKey,
    async (call) => addStandby(call, await newSigningKey(call.body.algorithm), 'made'),
    201,
  )

  mount.on(
    importSigningKey,
    async (call) => {
      const read = readSigningKey(call.body.key, call.body.algorithm)
      if (read.type === 'refused')
        throw new DomainError('invalid_signing_key', requestText.signingKey[read.reason])
      return addStandby(call, read.key, 'imported')
    },
    201,
  )

  mount.on(rotateSigningKeys, async ({ caller, project, origin }) => {
    const rows = await listSigningKeyRows(control, project.ref)
    refuse(rotationRefusal(rows))
    const standby = rows.find(({ state }) => state === 'standby')
    const written = await control.write([
      ...rotateSigningKeyRows(project.ref, standby?.id ?? ''),
      auditStatement(caller, origin, {
        action: 'signing_key.rotate',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { current: standby?.id, previous: rows.find(({ state }) => state === 'current')?.id },
      }),
    ])
    // Somebody else rotated or revoked it meanwhile.
    if (!written.ok) throw new DomainError('no_standby_key')
    return (await listSigningKeyRows(control, project.ref)).map(shown)
  })

  mount.on(revokeSigningKey, async ({ caller, project, params, origin }) => {
    const row = await requireRow(project.ref, params['id'])
    refuse(revocationRefusal(row))
    const written = await control.write([
      revokeSigningKeyRow(row.id, project.ref),
      ...(row.origin === 'legacy' ? endLegacyKeys(project.ref) : []),
      auditStatement(caller, origin, {
        action: 'signing_key.revoke',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { kid: row.id, algorithm: row.algorithm, origin: row.origin },
      }),
    ])
    if (!written.ok) throw new DomainError('stale')
    return shown(await requireRow(project.ref, row.id))
  })

  mount.on(revealSigningSecret, async ({ caller, project, params, origin }) => {
    const row = await requireRow(project.ref, params['id'])
    refuse(row.state === 'revoked' ? 'is-revoked' : null)
    const key = await wholeKey(project.ref, row)
    if (key.algorithm !== 'HS256') throw new DomainError('private_key_hidden')
    await control.write([
      auditStatement(caller, origin, {
        action: 'signing_key.reveal',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { kid: row.id },
      }),
    ])
    await notify(secretKeysRevealed(noticed(project), [requestText.signingSecret], caller))
    return key.isText
      ? { secret: Buffer.from(key.secret, 'base64url').toString('utf8'), encoding: 'text' as const }
      : { secret: key.secret, encoding: 'base64url' as const }
  })

  async function addStandby(
    { caller, project, origin }: ProjectCall,
    key: WholeKey,
    made: 'made' | 'imported',
  ): Promise<SigningKey> {
    const { ref } = project
    refuse(standbyRefusal(await listSigningKeyRows(control, ref)))
    const id = randomUUID()
    const jwk = publicJwkOf(key, id)
    const { algorithm } = key
    const written = await control.write([
      insertSigningKey({
        id,
        ref,
        algorithm,
        state: 'standby',
        origin: made,
        public_jwk: jwk === null ? undefined : JSON.stringify(jwk),
        value: sealSigningKey(box, ref, id, key),
      }),
      auditStatement(caller, origin, {
        action: made === 'made' ? 'signing_key.create' : 'signing_key.import',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: ref,
        detail: { kid: id, algorithm },
      }),
    ])
    if (!written.ok)
      throw new DomainError(written.reason === 'taken' ? 'standby_key_there' : 'project_not_found')
    return shown(await requireRow(ref, id))
  }

  async function requireRow(ref: string, id: string | undefined): Promise<SigningKeyRow> {
    const row = (await listSigningKeyRows(control, ref)).find((one) => one.id === id)
    if (!row) throw new DomainError('not_found', requestText.noSuchSigningKey)
    return row
  }

  async function wholeKey(ref: string, row: SigningKeyRow): Promise<WholeKey> {
    if (row.origin !== 'legacy') return openSigningKey(box, ref, row)
    const sealed = await readProjectSecret(control, ref, 'jwt_secret')
    return textSecret(box.open(sealed ?? '', secretPurpose(ref, 'jwt_secret')))
  }
}

function refuse(refusal: SigningKeyRefusal): void {
  if (refusal) throw new DomainError(CODES[refusal])
}

function shown(row: SigningKeyRow): SigningKey {
  const { id, algorithm, state, origin, inserted_at, updated_at } = row
  const public_jwk = row.public_jwk === null ? null : (JSON.parse(row.public_jwk) as PublicJwk)
  return { id, algorithm, state, origin, public_jwk, inserted_at, updated_at }
}
