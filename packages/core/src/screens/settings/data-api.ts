/** `/project/{ref}/settings/api`: whether tables are served over HTTP, to whom, and within which limits. SPEC §2 */
import { getDataApiConfig, SERVICE_PATHS, type DataApiConfig } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { dataApiChange, dataApiQuery, exposableSchemasQuery, serviceLoginQuery } from '../../data/data-api.js'
import { projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import {
  dataApiNumber,
  dataApiSettingsOf,
  dataApiValues,
  preRequestProblem,
  schemasProblem,
  type DataApiNumber,
  type DataApiValues,
} from '../../rules/settings/data-api-settings.js'
import { namesIn } from '../../rules/settings/name-list.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { dataApiText as text } from '../../text/data-api.js'
import type { Needs } from '../context.js'
import { createArrivals, type Arrived } from '../parts/arrivals.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createDataApiOpening, type DataApiOpening } from './data-api-opening.js'
import { createSchemaChoice, type SchemaChoice } from './schema-choice.js'

/** Whether it is on, and where. */
export interface DataApiView {
  isOn: boolean
  badge: string
  body: string
  address: string
}

/** `/project/{ref}/settings/api`. */
export interface DataApiScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $view: ReadableAtom<Remote<DataApiView>>
  /** Where the services of a database that was added by URL are prepared, while they can't sign in; null otherwise. */
  readonly $prepareHref: ReadableAtom<string | null>
  readonly documentationHref: string
  copyAddress(): Promise<boolean>
  readonly opening: DataApiOpening
  readonly edit: RecordEdit<DataApiValues>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly exposed: SchemaChoice
  readonly searchPath: SchemaChoice
  /** A list of the form as words; undefined: it is no list. */
  listed(value: unknown): string | undefined
}

const number = (field: DataApiNumber) =>
  v.pipe(
    v.string(),
    v.check((typed) => dataApiNumber(field, typed) !== null, text.outside[field]),
  )
const schema = v.object({
  schemas: v.pipe(
    v.string(),
    v.check((list) => schemasProblem(list) !== 'none', text.schemas.none),
    v.check((list) => schemasProblem(list) !== 'not-exposable', text.schemas['not-exposable']),
  ),
  extra_search_path: v.string(),
  max_rows: number('max_rows'),
  pool_size: number('pool_size'),
  pre_request: v.pipe(
    v.string(),
    v.trim(),
    v.check((name) => preRequestProblem(name) !== 'no-schema', text.preRequest['no-schema']),
    v.check((name) => preRequestProblem(name) !== 'too-long', text.preRequest['too-long']),
  ),
  aggregates_enabled: v.boolean(),
  anon_timeout_ms: number('anon_timeout_ms'),
  authenticated_timeout_ms: number('authenticated_timeout_ms'),
  service_timeout_ms: number('service_timeout_ms'),
  max_body_bytes: number('max_body_bytes'),
  max_url_bytes: number('max_url_bytes'),
  max_embed_depth: number('max_embed_depth'),
  waiting_per_connection: number('waiting_per_connection'),
  anon_requests_per_minute: number('anon_requests_per_minute'),
})

export function createDataApi(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'lazy' | 'schemaChanges'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): DataApiScreen {
  const { host, client, queries, router } = context
  const query = dataApiQuery(client, ref)
  const $config = queries.store(query)
  const $project = queries.store(projectQuery(client, ref))
  const $schemas = behindGate<Remote<string[]>>(gate, queries.store(exposableSchemasQuery(client, ref)), {
    status: 'loading',
  })
  const $login = behindGate<Remote<boolean> | null>(
    gate,
    queries.follow(
      computed($project, (project) =>
        project.status === 'ready' && project.data.engine === 'postgres'
          ? serviceLoginQuery(client, ref)
          : null,
      ),
    ),
    null,
  )
  const arrival = createArrivals<DataApiConfig>(() => host.clock.now())
  const edit = createRecordEdit<typeof schema, Arrived<DataApiConfig>>(context, {
    key: `data-api/${ref}`,
    schema,
    $stored: computed($config, (config) =>
      config.status === 'ready' ? { ...config, data: arrival.of(config.data) } : config,
    ),
    initial: NOTHING,
    valuesOf: dataApiValues,
    async save(changes, expected) {
      const saved = await mutate(queries, dataApiChange(client, ref), {
        ...dataApiSettingsOf(changes),
        expected_version: arrival.versionIn(expected),
      })
      host.notifier.notify({ kind: 'success', message: text.saved })
      return arrival.of(saved)
    },
    async load() {
      const config = await client.call(getDataApiConfig, { params: { ref } })
      queries.set(query, config)
      return arrival.of(config)
    },
  })

  return {
    title,
    gate,
    $view: computed([$config, $project], (config, project): Remote<DataApiView> => {
      if (config.status !== 'ready') return config
      if (project.status !== 'ready') return project
      const isOn = config.data.enabled
      const body = isOn ? text.isOn : text.isOff
      const address = `${project.data.restUrl}${SERVICE_PATHS.data}/`
      return { ...config, data: { isOn, badge: isOn ? text.on : text.off, body, address } }
    }),
    $prepareHref: computed($login, (login) =>
      login?.status === 'ready' && !login.data ? router.href('projectSettings', { ref }) : null,
    ),
    documentationHref: router.href('projectApi', { ref }),
    async copyAddress() {
      const project = $project.get()
      return project.status === 'ready' && copyText(host, `${project.data.restUrl}${SERVICE_PATHS.data}/`)
    },
    opening: createDataApiOpening(context, { ref, gate, $config }),
    edit,
    $mayChange: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      text.mayNot,
    ),
    exposed: createSchemaChoice('schemas', { form: edit.form, $schemas }),
    searchPath: createSchemaChoice('extra_search_path', { form: edit.form, $schemas }),
    listed: (value) =>
      typeof value === 'string' && value.startsWith('[') ? namesIn(value).join(', ') : undefined,
    dispose: edit.dispose,
  }
}

/** Shown until the settings are known. */
const NOTHING: DataApiValues = {
  schemas: '[]',
  extra_search_path: '[]',
  max_rows: '',
  pool_size: '',
  pre_request: '',
  aggregates_enabled: false,
  anon_timeout_ms: '',
  authenticated_timeout_ms: '',
  service_timeout_ms: '',
  max_body_bytes: '',
  max_url_bytes: '',
  max_embed_depth: '',
  waiting_per_connection: '',
  anon_requests_per_minute: '',
}
