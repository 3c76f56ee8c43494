/** `/org/{slug}/integrations`: the source code hosts that an organization is connected to. */
import { GIT_HOST_KINDS, gitHostBody, type GitHost, type GitHostKind } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { gitHostCheck, gitHostConnection, gitHostRemoval, gitHostsQuery } from '../../data/git-hosts.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { gitHostsText } from '../../text/git-hosts.js'
import type { Needs } from '../context.js'

const text = gitHostsText.organization

/** A host as its row shows it. */
export interface GitHostRow extends GitHost {
  kindLabel: string
  badge: { label: string; tone: StatusTone }
}

/** The page of an organization's integrations. */
export interface OrganizationIntegrationsScreen extends Disposable {
  readonly title: string
  readonly $hosts: ReadableAtom<Remote<GitHostRow[]>>
  readonly $mayConnect: ReadableAtom<ControlState>
  readonly $mayCheck: ReadableAtom<ControlState>
  readonly $mayDisconnect: ReadableAtom<ControlState>
  readonly $isConnecting: ReadableAtom<boolean>
  readonly form: Form<{ kind: GitHostKind; address?: string | undefined; token: string }>
  readonly kinds: readonly { value: GitHostKind; label: string }[]
  connect(): void
  closeConnect(): void
  /** The host that is being checked, by its id; null: none. */
  readonly $checking: ReadableAtom<string | null>
  check(row: GitHostRow): Promise<void>
  readonly disconnection: Confirmation<GitHostRow>
}

export function createOrganizationIntegrations(
  context: Needs<'host' | 'client' | 'queries'>,
  { slug, title }: { slug: string; title: string },
): OrganizationIntegrationsScreen {
  const { client, queries, host } = context
  const may = (action: 'create' | 'update' | 'delete') =>
    controlState(context, { action, resource: 'integrations', organizationSlug: slug }, text.mayNot)
  const $mayConnect = may('create')
  const $isConnecting = atom(false)
  const $checking = atom<string | null>(null)
  const checking = createMutation(queries, gitHostCheck(client, slug))
  const removing = createMutation(queries, gitHostRemoval(client, slug))
  const tell = (kind: 'success' | 'error', message: string) => host.notifier.notify({ kind, message })
  return {
    title,
    $hosts: computed(queries.store(gitHostsQuery(client, slug)), (remote): Remote<GitHostRow[]> =>
      remote.status === 'ready' ? { ...remote, data: remote.data.map(rowOf) } : remote,
    ),
    $mayConnect,
    $mayCheck: may('update'),
    $mayDisconnect: may('delete'),
    $isConnecting,
    form: createForm({
      schema: gitHostBody,
      initial: { kind: 'github', address: '', token: '' },
      blames: { git_token_refused: 'token', git_host_unreachable: 'address', git_host_taken: 'address' },
      async submit(body) {
        const { address, login } = await mutate(queries, gitHostConnection(client, slug), body)
        $isConnecting.set(false)
        tell('success', text.connected(address, login))
      },
    }),
    kinds: GIT_HOST_KINDS.map((value) => ({ value, label: gitHostsText.kinds[value] })),
    connect: () => !$mayConnect.get().disabled && $isConnecting.set(true),
    closeConnect: () => $isConnecting.set(false),
    $checking,
    async check({ id, address }) {
      if ($checking.get() !== null) return
      $checking.set(id)
      const outcome = await checking.run({ id })
      $checking.set(null)
      if (outcome.type === 'failed') tell('error', outcome.error.message)
      else if (outcome.data.problem === null) tell('success', text.checked(address))
      else tell('error', outcome.data.problem)
    },
    disconnection: createConfirmation(async ({ id, address }) => {
      const outcome = await removing.run({ id })
      if (outcome.type === 'done') tell('success', text.disconnected(address))
      return outcome
    }),
    dispose() {},
  }
}

function rowOf(host: GitHost): GitHostRow {
  return {
    ...host,
    kindLabel: gitHostsText.kinds[host.kind],
    badge: host.problem === null ? { label: text.works, tone: 'good' } : { label: text.broken, tone: 'bad' },
  }
}
