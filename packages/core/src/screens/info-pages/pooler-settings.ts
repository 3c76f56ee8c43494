/** The settings of a project's own pooler, on the page of its database's settings. SPEC §7 */
import {
  getPgbouncerConfig,
  LARGEST_POOL,
  MOST_POOLER_CLIENTS,
  type PgbouncerConfig,
} from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { organizationQuery } from '../../data/organizations.js'
import { pgbouncerChange, pgbouncerQuery } from '../../data/poolers.js'
import { projectQuery } from '../../data/projects.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { noPoolerReason, poolerNumber } from '../../rules/connect/pooler-settings.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { poolerText } from '../../text/pooler.js'
import type { Needs } from '../context.js'
import { isHosted } from '../shell/current-page.js'

const text = poolerText

const MODES = ['transaction', 'session'] as const

/** What may be set of a pooler, as its form holds it. */
export interface PoolerValues {
  pool_mode: (typeof MODES)[number]
  /** Digits. */
  default_pool_size: string
  max_client_conn: string
}

/** `none`: no pooler runs for the project alone; `reason` says why. */
export type PoolerState =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'none'; reason: string }
  /** `problem`: why it does not run, as far as it is known. */
  | { status: 'ready'; running: string; isRunning: boolean; port: string; problem?: string }

/** The pooler of a project, and the form of its settings. */
export interface PoolerSettings extends Disposable {
  readonly $state: ReadableAtom<PoolerState>
  readonly edit: RecordEdit<PoolerValues>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly modes: readonly { value: PoolerValues['pool_mode']; label: string }[]
}

const numberUpTo = (largest: number) =>
  v.pipe(
    v.string(),
    v.check((typed) => poolerNumber(typed, largest) !== null, text.outside(largest)),
    v.transform((typed) => String(Number(typed))),
  )
const schema = v.object({
  pool_mode: v.picklist(MODES),
  default_pool_size: numberUpTo(LARGEST_POOL),
  max_client_conn: numberUpTo(MOST_POOLER_CLIENTS),
})

export function createPoolerSettings(
  context: Needs<'host' | 'client' | 'queries' | 'account' | 'lazy' | '$runtime'>,
  ref: string,
): PoolerSettings {
  const { host, client, queries, $runtime } = context
  const query = pgbouncerQuery(client, ref)
  const $project = queries.store(projectQuery(client, ref))
  const $slug = computed([$project, $runtime], (project, runtime) =>
    isHosted(runtime) && project.status === 'ready' ? project.data.organization_slug : null,
  )
  // A self-hosted platform has no poolers to ask for.
  const $config = queries.follow(computed($slug, (slug) => (slug === null ? null : query)))
  const $organization = queries.follow(
    computed($slug, (slug) => (slug === null ? null : organizationQuery(client, slug))),
  )
  const edit = createRecordEdit<typeof schema, PgbouncerConfig>(context, {
    key: `pooler/${ref}`,
    schema,
    $stored: computed($config, (config): Remote<PgbouncerConfig> =>
      config === null || (config.status === 'ready' && config.data.pgbouncer_status === 'DISABLED')
        ? { status: 'loading' }
        : config,
    ),
    initial: { pool_mode: 'transaction', default_pool_size: '', max_client_conn: '' },
    valuesOf: ({ pool_mode, default_pool_size = '', max_client_conn = '' }) => ({
      pool_mode: pool_mode === 'session' ? 'session' : 'transaction',
      default_pool_size: String(default_pool_size),
      max_client_conn: String(max_client_conn),
    }),
    async save({ pool_mode, default_pool_size, max_client_conn }, expected) {
      const saved = await mutate(queries, pgbouncerChange(client, ref), {
        ...(pool_mode === undefined ? {} : { pool_mode }),
        ...(default_pool_size === undefined ? {} : { default_pool_size: Number(default_pool_size) }),
        ...(max_client_conn === undefined ? {} : { max_client_conn: Number(max_client_conn) }),
        expected_updated_at: expected,
      })
      host.notifier.notify({ kind: 'success', message: text.saved })
      return saved
    },
    async load() {
      const config = await client.call(getPgbouncerConfig, { params: { ref } })
      queries.set(query, config)
      return config
    },
  })
  return {
    edit,
    $mayChange: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      text.mayNot,
    ),
    modes: MODES.map((value) => ({ value, label: text.modes[value] })),
    $state: computed(
      [$runtime, $project, $config, $organization],
      (runtime, project, config, organization): PoolerState => {
        if (runtime.status === 'ready' && !runtime.data.isPlatform)
          return { status: 'none', reason: text.none['self-hosted'] }
        const failed = [project, config, organization].find((one) => one?.status === 'failed')
        if (failed?.status === 'failed')
          return { status: 'failed', message: failed.error.message, retry: failed.retry }
        if (project.status !== 'ready' || config?.status !== 'ready' || organization?.status !== 'ready')
          return { status: 'loading' }
        const { engine, status } = project.data
        const plan = organization.data.plan.id
        const reason = noPoolerReason({ isPlatform: true, engine, status, plan, config: config.data })
        if (reason !== null) return { status: 'none', reason: text.none[reason] }
        const isRunning = config.data.pgbouncer_status === 'ENABLED'
        const { pgbouncer_problem: problem } = config.data
        return {
          status: 'ready',
          running: isRunning ? text.running : text.starting,
          isRunning,
          port: String(config.data.db_port),
          ...(problem === undefined ? {} : { problem: text.endsAtOnce(problem) }),
        }
      },
    ),
    dispose: edit.dispose,
  }
}
