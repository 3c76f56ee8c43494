/** `/project/{ref}/settings/integrations`: the repository of a project, chosen from the hosts of its organization. */
import { projectRepositoryBody, type GitHostChoice, type ProjectRepository } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  gitRepositoriesQuery,
  projectRepositoryQuery,
  repositoryChoice,
  repositoryRemoval,
} from '../../data/git-hosts.js'
import { projectQuery } from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { gitHostsText } from '../../text/git-hosts.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'

const text = gitHostsText.project

/** What the page shows: the repository, or what is to be done to have one. */
export type RepositoryView =
  | { type: 'no-hosts' }
  | { type: 'none' }
  | { type: 'connected'; repository: ProjectRepository; hostLabel: string }

/** The page of a project's integrations. */
export interface ProjectIntegrationsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $view: ReadableAtom<Remote<RepositoryView>>
  readonly $mayChange: ReadableAtom<ControlState>
  /** Of the organization's integrations; null while that is unknown. */
  readonly $hostsHref: ReadableAtom<string | null>
  readonly $isChoosing: ReadableAtom<boolean>
  readonly form: Form<{ host_id: string; repository: string; branch?: string | undefined }>
  readonly $hosts: ReadableAtom<readonly { value: string; label: string }[]>
  /** Names of repositories that the chosen host has, and why there are none. */
  readonly $suggestions: ReadableAtom<{ names: readonly string[]; problem: string | null }>
  choose(): void
  closeChoose(): void
  readonly removal: Confirmation<ProjectRepository>
}

export function createProjectIntegrations(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ProjectIntegrationsScreen {
  const { client, queries, host, router } = context
  const $state = queries.store(projectRepositoryQuery(client, ref))
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'project_settings' },
    text.mayNot,
  )
  const $isChoosing = atom(false)
  const removing = createMutation(queries, repositoryRemoval(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const form = createForm({
    schema: projectRepositoryBody,
    initial: { host_id: '', repository: '', branch: '' },
    blames: {
      git_repository_not_found: 'repository',
      git_branch_not_found: 'branch',
      git_host_unreachable: 'host_id',
      git_token_refused: 'host_id',
    },
    async submit(body) {
      const { repository, branch } = await mutate(queries, repositoryChoice(client, ref), body)
      $isChoosing.set(false)
      success(text.chosen(repository, branch))
    },
  })
  const $repositories = queries.follow(
    computed([$isChoosing, form.$values], (isChoosing, { host_id }) =>
      isChoosing && host_id !== '' ? gitRepositoriesQuery(client, ref, host_id) : null,
    ),
  )
  return {
    title,
    gate,
    $view: computed($state, (remote): Remote<RepositoryView> =>
      remote.status === 'ready' ? { ...remote, data: viewOf(remote.data) } : remote,
    ),
    $mayChange,
    $hostsHref: computed(queries.store(projectQuery(client, ref)), (project) =>
      project.status === 'ready'
        ? router.href('organizationIntegrations', { slug: project.data.organization_slug })
        : null,
    ),
    $isChoosing,
    form,
    $hosts: computed($state, (remote) =>
      remote.status === 'ready'
        ? remote.data.hosts.map((choice) => ({ value: choice.id, label: labelOf(choice) }))
        : [],
    ),
    $suggestions: computed($repositories, (remote) => ({
      names: remote?.status === 'ready' ? remote.data.map(({ name }) => name) : [],
      problem: remote?.status === 'failed' ? remote.error.message : null,
    })),
    choose() {
      const state = $state.get()
      if ($mayChange.get().disabled || state.status !== 'ready') return
      const { connected, hosts } = state.data
      form.start({
        host_id: connected?.host.id ?? hosts[0]?.id ?? '',
        repository: connected?.repository ?? '',
        branch: connected?.branch ?? '',
      })
      $isChoosing.set(true)
    },
    closeChoose: () => $isChoosing.set(false),
    removal: createConfirmation(async ({ repository }) => {
      const outcome = await removing.run()
      if (outcome.type === 'done') success(text.removed(repository))
      return outcome
    }),
    dispose() {},
  }
}

function viewOf({
  connected,
  hosts,
}: {
  connected: ProjectRepository | null
  hosts: readonly GitHostChoice[]
}): RepositoryView {
  if (connected) return { type: 'connected', repository: connected, hostLabel: labelOf(connected.host) }
  return hosts.length === 0 ? { type: 'no-hosts' } : { type: 'none' }
}

function labelOf({ kind, login, address }: GitHostChoice): string {
  return text.hostOption(gitHostsText.kinds[kind], login, address)
}
