/** Users of a project, as its members change them: each call runs a flow of the auth service. */
import {
  actAsAuthUser,
  createAuthUser,
  deleteAuthUser,
  endAuthSession,
  inviteAuthUser,
  recoverAuthUser,
  removeAuthFactor,
  removeAuthIdentity,
  replaceAuthMetadata,
  signOutAuthUser,
  updateAuthUser,
} from '@basedeck/platform-client/contract'
import type { Caller, Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { makerOf } from '../control/key-maker.js'
import type { ProjectResource } from '../control/resources.js'
import type { AuthUserFlow, AuthUsers } from '../services/auth-users.js'
import type { Mount } from './mount.js'

export interface AuthUserRouteDeps {
  control: ControlDatabase
  authUsers: AuthUsers
}

interface MembersCall {
  caller: Caller
  project: ProjectResource
  origin: Origin
  params: Readonly<Record<string, string>>
}

export function authUserRoutes(mount: Mount, { control, authUsers }: AuthUserRouteDeps): void {
  /** The line of the audit log names the user by its id, and says what was changed without its values. */
  const run = async (
    { caller, project, origin, params }: MembersCall,
    flow: AuthUserFlow,
    body: Record<string, unknown> = {},
  ) => {
    const member = { id: caller.id, maker: makerOf(caller) }
    const answer = await authUsers.run(flow, { ref: project.ref, origin, member, params, body })
    const id = params['id'] ?? String(answer['id'])
    await control.write([
      auditStatement(caller, origin, {
        action: `auth_user.${flow.replaceAll('-', '_')}`,
        target: id,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: {
          ...(Object.keys(body).length > 0 && { changed: Object.keys(body).sort() }),
          ...(body['ban_duration'] !== undefined && { ban_duration: body['ban_duration'] }),
          ...partOf(params),
        },
      }),
    ])
    return { id, answer }
  }
  const changed = async (...call: Parameters<typeof run>) => ({ id: (await run(...call)).id })

  mount.on(
    createAuthUser,
    (call) => {
      const { is_confirmed: isConfirmed, user_metadata: json, ...rest } = call.body
      return changed(call, 'create', {
        ...given(rest),
        ...(isConfirmed && {
          email_confirm: rest.email !== undefined,
          phone_confirm: rest.phone !== undefined,
        }),
        ...(json !== undefined && { json }),
      })
    },
    201,
  )
  mount.on(inviteAuthUser, (call) => changed(call, 'invite', call.body), 201)
  mount.on(updateAuthUser, (call) => changed(call, 'update', given(call.body)))
  mount.on(replaceAuthMetadata, (call) => changed(call, 'metadata', call.body))
  mount.on(deleteAuthUser, (call) =>
    changed(call, 'delete', call.query.soft === 'true' ? { should_soft_delete: true } : {}),
  )
  mount.on(recoverAuthUser, (call) => changed(call, 'recover'))
  mount.on(signOutAuthUser, (call) => changed(call, 'sign-out'))
  mount.on(endAuthSession, (call) => changed(call, 'end-session'))
  mount.on(removeAuthFactor, (call) => changed(call, 'remove-factor'))
  mount.on(removeAuthIdentity, (call) => changed(call, 'remove-identity'))
  mount.on(actAsAuthUser, async (call) => {
    const { access_token, expires_at } = (await run(call, 'act')).answer
    return { access_token: String(access_token), expires_at: String(expires_at) }
  })
}

function given(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

function partOf({ session, factor, identity }: Readonly<Record<string, string>>) {
  return { ...(session && { session }), ...(factor && { factor }), ...(identity && { identity }) }
}
