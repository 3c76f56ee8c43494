/** What the Connect dialog is shown from: the project, its databases, poolers and keys, asked for while it is active. */
import type {
  ApiKey,
  PgbouncerConfig,
  Project,
  ProjectDatabase,
  ProjectSettings,
  SupavisorConfig,
} from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { databasesQuery } from '../../data/databases.js'
import { apiKeysQuery } from '../../data/keys.js'
import { organizationQuery } from '../../data/organizations.js'
import { pgbouncerQuery, sharedPoolersQuery } from '../../data/poolers.js'
import { projectSettingsQuery } from '../../data/insight.js'
import { projectQuery } from '../../data/projects.js'
import type { QueryData, Remote } from '../../kernel/query-store.js'
import { isChanging, projectActions } from '../../rules/project/project-status.js'
import { projectControlState } from '../../sessions/account/rights.js'
import { connectText as text } from '../../text/connect.js'
import type { Needs } from '../context.js'
import { isHosted } from '../shell/current-page.js'

export interface ConnectFacts {
  settings: ProjectSettings
  databases: ProjectDatabase[]
}

/** What is known of the poolers of a hosted project. */
export interface PoolerFacts {
  plan: string
  shared: SupavisorConfig[]
  dedicated: PgbouncerConfig | null
}

/** Whether the dialog has something to show: not before the project is active. */
export type ConnectState =
  | { status: 'loading' }
  | { status: 'inactive'; title: string; body: string }
  | { status: 'failed'; title: string; message: string; retry: () => void }
  | { status: 'ready'; facts: ConnectFacts }

/** The API keys: undefined while they are loading. */
export type KeysState = { keys?: ApiKey[]; note: string | null } | undefined

export interface ConnectData {
  $state: ReadableAtom<ConnectState>
  /** Null: the build has no poolers. */
  $poolers: ReadableAtom<Remote<PoolerFacts> | null>
  $keys: ReadableAtom<KeysState>
}

export function createConnectData(
  context: Needs<'client' | 'queries' | '$runtime'>,
  ref: string,
): ConnectData {
  const { client, queries, $runtime } = context
  const $project = queries.store(projectQuery(client, ref))
  const $isActive = computed(
    $project,
    (project) => project.status === 'ready' && projectActions(project.data.status).connect,
  )
  const whileActive = <Data>(query: QueryData<Data>) =>
    queries.follow(computed($isActive, (is) => (is ? query : null)))
  const $settings = whileActive(projectSettingsQuery(client, ref))
  const $databases = whileActive(databasesQuery(client, ref))

  const $slug = computed([$project, $runtime, $isActive], (project, runtime, isActive) =>
    isActive && isHosted(runtime) && project.status === 'ready' ? project.data.organization_slug : null,
  )
  const whileHosted = <Data>(query: (slug: string) => QueryData<Data>) =>
    queries.follow(computed($slug, (slug) => (slug === null ? null : query(slug))))
  const $organization = whileHosted((slug) => organizationQuery(client, slug))
  const $shared = whileHosted(() => sharedPoolersQuery(client, ref))
  const $dedicated = whileHosted(() => pgbouncerQuery(client, ref))

  const $may = projectControlState(
    context,
    ref,
    { action: 'read', resource: 'service_api_keys' },
    text.keysHidden,
  )
  const $keys = queries.follow(
    computed([$isActive, $may], (is, { disabled }) => (is && !disabled ? apiKeysQuery(client, ref) : null)),
  )
  return {
    $state: computed([$project, $settings, $databases], stateOf),
    $poolers: computed(
      [$slug, $organization, $shared, $dedicated],
      (slug, organization, shared, dedicated): Remote<PoolerFacts> | null => {
        if (slug === null) return null
        const failed = [organization, shared, dedicated].find((one) => one?.status === 'failed')
        if (failed?.status === 'failed') return failed
        if (organization?.status !== 'ready' || shared?.status !== 'ready' || dedicated?.status !== 'ready')
          return { status: 'loading' }
        const data = { plan: organization.data.plan.id, shared: shared.data, dedicated: dedicated.data }
        return { status: 'ready', data, refreshing: false }
      },
    ),
    $keys: computed([$may, $keys], ({ disabled, hint }, keys): KeysState => {
      if (hint !== undefined) return { note: hint }
      if (disabled || keys === null || keys.status === 'loading') return undefined
      return keys.status === 'failed' ? { note: text.keysFailed } : { keys: keys.data, note: null }
    }),
  }
}

function stateOf(
  project: Remote<Project>,
  settings: Remote<ProjectSettings> | null,
  databases: Remote<ProjectDatabase[]> | null,
): ConnectState {
  if (project.status === 'loading') return { status: 'loading' }
  if (project.status === 'failed') return failed(project.error, project.retry)
  if (!projectActions(project.data.status).connect)
    return {
      status: 'inactive',
      title: text.inactive,
      body: inactiveBody(project.data.status),
    }
  if (settings?.status === 'failed') return failed(settings.error, settings.retry)
  if (databases?.status === 'failed') return failed(databases.error, databases.retry)
  if (settings?.status !== 'ready' || databases?.status !== 'ready') return { status: 'loading' }
  return { status: 'ready', facts: { settings: settings.data, databases: databases.data } }
}

function inactiveBody(status: Project['status']): string {
  if (isChanging(status)) return text.inactiveBody
  return status === 'INACTIVE' ? text.pausedBody : text.failedBody
}

function failed({ message }: Error, retry: () => void): ConnectState {
  return { status: 'failed', title: text.settingsFailed, message, retry }
}
