/** `/org/{slug}/apps`: what acts in the organization without signing in, and taking it back. */
import type { HeldKey, HeldTemporaryKeys, HeldToken, OrganizationApps } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { heldKeyDeletion, heldTokenRevocation, organizationAppsQuery } from '../../data/organization-apps.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { organizationAppsText as text } from '../../text/organization-apps.js'
import { permissionText } from '../../text/permissions.js'
import type { Needs } from '../context.js'

/** A token as its row shows it. */
export interface HeldTokenRow extends HeldToken {
  /** `Read · this organization`. */
  scope: string
}

/** A key as its row shows it. */
export interface HeldKeyRow extends HeldKey {
  typeLabel: string
  /** Whether it can be revoked here, and if not, why. */
  revoke: ControlState
}

/** Temporary keys as their row shows them. */
export type TemporaryKeysRow = HeldTemporaryKeys

/** The page of what acts in an organization. */
export interface OrganizationAppsScreen extends Disposable {
  readonly title: string
  readonly tokens: SortedList<HeldTokenRow>
  readonly keys: SortedList<HeldKeyRow>
  readonly $temporary: ReadableAtom<Remote<HeldTemporaryKeys[]>>
  readonly $mayRevoke: ReadableAtom<ControlState>
  readonly tokenRevocation: Confirmation<HeldTokenRow>
  readonly keyRevocation: Confirmation<HeldKeyRow>
}

export function createOrganizationApps(
  context: Needs<'host' | 'client' | 'queries'>,
  { slug, title }: { slug: string; title: string },
): OrganizationAppsScreen {
  const { client, queries, host } = context
  // What a role may not read is not asked for: the page says why it is closed.
  const $mayRead = controlState(
    context,
    { action: 'read', resource: 'audit_logs', organizationSlug: slug },
    permissionText.apps,
  )
  const $asked = queries.follow(
    computed($mayRead, ({ disabled }) => (disabled ? null : organizationAppsQuery(client, slug))),
  )
  const $apps = computed($asked, (remote): Remote<OrganizationApps> => remote ?? { status: 'loading' })
  const may = (resource: 'members' | 'service_api_keys', hint: string) =>
    controlState(context, { action: 'delete', resource, organizationSlug: slug }, hint)
  const $mayDeleteKeys = may('service_api_keys', text.mayNotKeys)
  const revoking = createMutation(queries, heldTokenRevocation(client, slug))
  const deleting = createMutation(queries, heldKeyDeletion(client, slug))
  const part = <Row>(
    remote: Remote<OrganizationApps>,
    rows: (apps: OrganizationApps) => Row[],
  ): Remote<Row[]> => (remote.status === 'ready' ? { ...remote, data: rows(remote.data) } : remote)
  const told = <Outcome extends { type: string }>(outcome: Outcome, name: string): Outcome => {
    if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message: text.revoked(name) })
    return outcome
  }
  return {
    title,
    tokens: createSortedList(
      computed($apps, (remote) => part(remote, ({ tokens }) => tokens.map(tokenRow))),
      {
        name: ({ name }) => name,
        holder: ({ holder }) => holder.first_name,
        used: ({ last_used_at }) => last_used_at,
        expires: ({ expires_at }) => expires_at,
      },
      { largestFirst: ['used'] },
    ),
    keys: createSortedList(
      computed([$apps, $mayDeleteKeys], (remote, mayDelete) =>
        part(remote, ({ keys }) => keys.map((key) => keyRow(key, mayDelete))),
      ),
      {
        name: ({ name }) => name,
        project: ({ project_name }) => project_name,
        used: ({ last_used_at }) => last_used_at,
      },
      { largestFirst: ['used'] },
    ),
    $temporary: computed($apps, (remote) => part(remote, ({ temporary_keys }) => temporary_keys)),
    $mayRevoke: may('members', text.mayNot),
    tokenRevocation: createConfirmation(async ({ id, name }) => told(await revoking.run({ id }), name)),
    keyRevocation: createConfirmation(async ({ id, name, project_ref }) =>
      told(await deleting.run({ id, ref: project_ref }), name),
    ),
    dispose() {},
  }
}

function tokenRow(token: HeldToken): HeldTokenRow {
  const { access, reach, project_ref } = token
  const where = reach === 'project' ? text.reaches.project(project_ref ?? '') : text.reaches[reach]
  return { ...token, scope: text.scope(text.accesses[access], where) }
}

function keyRow(key: HeldKey, mayDelete: ControlState): HeldKeyRow {
  const revoke = key.type === 'legacy' ? { disabled: true, hint: text.legacy } : mayDelete
  return { ...key, typeLabel: text.types[key.type], revoke }
}
