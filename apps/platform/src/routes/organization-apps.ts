/** Who holds tokens and keys of an organization. */
import {
  listOrganizationApps,
  revokeOrganizationToken,
  type HeldToken,
} from '@basedeck/platform-client/contract'
import { mayManage } from '../access/roles.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import {
  endToken,
  heldKeys,
  heldTemporaryKeys,
  heldTokens,
  refuseToken,
  type HeldTokenRow,
} from '../control/organization-apps.js'
import { DomainError } from '../kernel/domain-error.js'
import { requestText } from '../text/errors.js'
import type { Mount } from './mount.js'

export function organizationAppRoutes(mount: Mount, { control }: { control: ControlDatabase }): void {
  mount.on(listOrganizationApps, async ({ organization }) => {
    const [tokens, keys, temporary_keys] = await Promise.all([
      heldTokens(control, organization.id),
      heldKeys(control, organization.id),
      heldTemporaryKeys(control, organization.id),
    ])
    return { tokens: tokens.map(shown), keys, temporary_keys }
  })

  mount.on(revokeOrganizationToken, async ({ caller, organization, params, origin }) => {
    const id = params['id'] ?? ''
    const token = (await heldTokens(control, organization.id)).find((one) => one.id === id)
    if (!token) throw new DomainError('not_found', requestText.noSuchToken)
    const { holder, role_id } = token
    const own = caller.memberships.find(({ organizationId }) => organizationId === organization.id)
    if (holder.profile_id !== caller.id && !mayManage(own?.roleId ?? '', role_id))
      throw new DomainError('forbidden')
    const ended = token.reach === 'everywhere' ? 'here' : 'everywhere'
    const written = await control.write([
      ended === 'everywhere' ? endToken(id) : refuseToken(id, organization.id),
      auditStatement(caller, origin, {
        action: 'token.revoke',
        target: token.name,
        organizationId: organization.id,
        ...(token.project_ref === null ? {} : { projectRef: token.project_ref }),
        detail: { holder: holder.email ?? holder.first_name, prefix: token.prefix, ended },
      }),
    ])
    if (!written.ok) throw new DomainError('not_found', requestText.noSuchToken)
    return { id, ended } as const
  })
}

function shown({ role_id: _role, ...token }: HeldTokenRow): HeldToken {
  return token
}
