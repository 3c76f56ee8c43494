/** Sign-in services of others whose tokens a project accepts. */
import { randomUUID } from 'node:crypto'
import {
  addTokenIssuer,
  listTokenIssuers,
  removeTokenIssuer,
  TOKEN_ISSUERS_MAX,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { deleteTokenIssuer, insertTokenIssuer, listTokenIssuerRows } from '../control/token-issuers.js'
import { DomainError } from '../kernel/domain-error.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { IssuerKeys } from '../services/issuer-keys.js'
import { requestText } from '../text/errors.js'
import type { Mount } from './mount.js'

export interface TokenIssuerRouteDeps {
  control: ControlDatabase
  /** Absent: no address can be read. */
  issuers?: IssuerKeys | undefined
}

export function tokenIssuerRoutes(mount: Mount, { control, issuers }: TokenIssuerRouteDeps): void {
  mount.on(listTokenIssuers, ({ project }) => listTokenIssuerRows(control, project.ref))

  mount.on(
    addTokenIssuer,
    async ({ caller, project, body, origin }) => {
      const { issuer, jwks_url, audience } = body
      await issuers?.read(jwks_url).catch((cause: unknown) => {
        const reason = cause instanceof OutgoingError ? cause.message : requestText.noJwks
        throw new DomainError('issuer_unreachable', requestText.issuerUnreachable(reason), { cause })
      })
      const id = randomUUID()
      const row = {
        id,
        issuer,
        jwks_url,
        audience: audience === undefined || audience === '' ? null : audience,
      }
      const written = await control.write([
        insertTokenIssuer(row, project.ref, TOKEN_ISSUERS_MAX),
        auditStatement(caller, origin, {
          action: 'token_issuer.add',
          target: issuer,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { jwks_url, audience: row.audience },
        }),
      ])
      if (!written.ok) throw new DomainError(written.reason === 'taken' ? 'issuer_taken' : 'too_many_issuers')
      const made = (await listTokenIssuerRows(control, project.ref)).find((one) => one.id === id)
      if (!made) throw new DomainError('project_not_found')
      return made
    },
    201,
  )

  mount.on(removeTokenIssuer, async ({ caller, project, params, origin }) => {
    const id = params['id'] ?? ''
    const known = (await listTokenIssuerRows(control, project.ref)).find((row) => row.id === id)
    const written = await control.write([
      deleteTokenIssuer(id, project.ref),
      auditStatement(caller, origin, {
        action: 'token_issuer.remove',
        target: known?.issuer ?? '',
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    if (!written.ok) throw new DomainError('not_found', requestText.noSuchIssuer)
    return { id }
  })
}
