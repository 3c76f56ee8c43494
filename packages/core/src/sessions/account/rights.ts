/** What the caller may do, as a screen shows it: a disabled control says why. The platform checks every call anyway. */
import type { Client } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { permissionsQuery } from '../../data/account.js'
import { projectQuery } from '../../data/projects.js'
import type { Queries } from '../../kernel/query-store.js'
import { chosenDatabasesOf } from '../../kernel/chosen-databases.js'
import { can, type PermissionRequest } from '../../rules/access/access.js'
import { replicasText } from '../../text/replicas.js'

/** Whether a control may be used, and if not, why. */
export interface ControlState {
  disabled: boolean
  hint?: string
}

export const ENABLED: ControlState = { disabled: false }

/**
 * Whether the caller may. Disabled until the permissions are known; enabled when they can't be fetched, since the platform decides.
 * @param wanted may depend on something that is still loading: undefined until then
 */
export function controlState(
  { client, queries }: { client: Client; queries: Queries },
  wanted: PermissionRequest | ReadableAtom<PermissionRequest | undefined>,
  hint: string,
): ReadableAtom<ControlState> {
  const $permissions = queries.store(permissionsQuery(client))
  const judge = (
    permissions: ReturnType<typeof $permissions.get>,
    asked: PermissionRequest | undefined,
  ): ControlState => {
    if (permissions.status === 'failed') return ENABLED
    if (permissions.status === 'loading' || asked === undefined) return { disabled: true }
    return can(permissions.data, asked) ? ENABLED : { disabled: true, hint }
  }
  return 'subscribe' in wanted
    ? computed([$permissions, wanted], judge)
    : computed($permissions, (permissions) => judge(permissions, wanted))
}

/** Whether the caller may in a project; off until the project is known. */
export function projectControlState(
  deps: { client: Client; queries: Queries },
  ref: string,
  action: Pick<PermissionRequest, 'action' | 'resource'>,
  hint: string,
): ReadableAtom<ControlState> {
  const $wanted = computed(
    deps.queries.store(projectQuery(deps.client, ref)),
    (project): PermissionRequest | undefined =>
      project.status === 'ready'
        ? { ...action, organizationSlug: project.data.organization_slug, projectRef: ref }
        : undefined,
  )
  const $allowed = controlState(deps, $wanted, hint)
  const chosen = chosenDatabasesOf(deps.client)
  if (!chosen || action.resource !== 'database' || action.action === 'read') return $allowed
  // A read replica takes no writes, whoever asks.
  return computed([$allowed, chosen.$all], (allowed, all): ControlState => {
    const replica = all[ref]
    return replica && !allowed.disabled
      ? { disabled: true, hint: replicasText.noWrites(replica.label) }
      : allowed
  })
}
