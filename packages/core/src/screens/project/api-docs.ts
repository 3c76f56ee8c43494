/** `/project/{ref}/api`: the project's own tables, views and functions as a role of its applications sees them. SPEC §2 */
import type { DataApiConfig } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  apiDetailQuery,
  apiObjectsQuery,
  databaseTypesReading,
  dataApiQuery,
  type ApiDetail,
} from '../../data/data-api.js'
import { apiKeysQuery } from '../../data/keys.js'
import { projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { API_WAYS, type ApiTarget, type ApiWay } from '../../rules/settings/api-snippets/ways.js'
import { tryProblem } from '../../rules/settings/api-try.js'
import { shownProjectKey } from '../../rules/connect/connect-project.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { API_OBJECTS_MAX, API_ROLES, type ApiObject, type ApiRole } from '../../sql/api-objects.js'
import { apiDocsText as text } from '../../text/api-docs.js'
import type { Needs } from '../context.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import { createUserFinder, userLabel, type UserFinder } from '../parts/user-finder.js'
import { createApiAttempt, type ApiAttempt, type AttemptedRead } from './api-attempt.js'
import { apiDetailView, callsOf, type ApiDetailView } from './api-detail-view.js'

/** An entry of the list. */
export interface ApiEntry {
  key: string
  name: string
  isChosen: boolean
}

/** The list, or what is shown in its place. */
export type ApiListView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'empty'; title: string; body: string }
  /** `isNoneFound`: the search hides all. */
  | { status: 'ready'; groups: readonly ApiGroup[]; isNoneFound: boolean; cut: string | null }

/** Tables and views, or functions. */
export interface ApiGroup {
  key: 'relations' | 'functions'
  title: string
  entries: readonly ApiEntry[]
}

/** Why the calls are refused, and where to change that. */
export interface ApiNotice {
  title: string
  body: string
  /** Null: nothing can be changed here. */
  link: { href: string; label: string } | null
}

/** The user as whom a read is sent in the role `authenticated`. */
export interface ApiUser {
  /** Another role is sent as nobody. */
  readonly $isAsked: ReadableAtom<boolean>
  readonly finder: UserFinder
  /** Empty: none is chosen. */
  readonly $id: ReadableAtom<string>
  /** Null: none is chosen. */
  readonly $chosen: ReadableAtom<string | null>
  choose(id: string): void
}

/** `/project/{ref}/api`. */
export interface ApiDocsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $notice: ReadableAtom<ApiNotice | null>
  readonly roles: readonly { value: ApiRole; label: string }[]
  readonly $role: ReadableAtom<ApiRole>
  readonly $roleNote: ReadableAtom<string>
  chooseRole(role: ApiRole): void
  readonly ways: readonly { value: ApiWay; label: string }[]
  readonly $way: ReadableAtom<ApiWay>
  chooseWay(way: ApiWay): void
  readonly $search: ReadableAtom<string>
  search(words: string): void
  readonly $list: ReadableAtom<ApiListView>
  choose(key: string): void
  /** The chosen one; null: there is none. `gone`: it was dropped meanwhile. */
  readonly $detail: ReadableAtom<Remote<ApiDetailView | 'gone'> | null>
  readonly keysHref: string
  readonly attempt: ApiAttempt
  /** As whom it is sent. */
  readonly user: ApiUser
  copy(code: string): Promise<boolean>
  /** Why the types can't be downloaded now. */
  readonly $mayDownload: ReadableAtom<ControlState>
  /** Saves the types of what is exposed, as a file for typed clients. */
  downloadTypes(): Promise<void>
}

export function createApiDocs(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ApiDocsScreen {
  const { host, client, queries, router } = context
  const scope = createScope()
  const $project = queries.store(projectQuery(client, ref))
  const $config = queries.store(dataApiQuery(client, ref))
  const $keys = queries.store(apiKeysQuery(client, ref))
  const $role = atom<ApiRole>('anon')
  const $way = atom<ApiWay>('javascript')
  const $search = atom('')
  const $chosen = atom<string | null>(null)
  const $maySecret = projectControlState(
    context,
    ref,
    { action: 'read', resource: 'service_api_keys' },
    text.tryNot.noSecret,
  )
  const $mayAct = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'auth' },
    text.tryNot.mayNotAct,
  )
  const $userId = atom('')
  const $asksUser = computed([$role, $mayAct], (role, may) => role === 'authenticated' && !may.disabled)
  const finder = createUserFinder(context, ref, $asksUser)
  scope.add(finder.dispose)
  const $objects = behindGate<Remote<ApiObject[]> | null>(
    gate,
    queries.follow(
      computed([$config, $role], (config, role) =>
        config.status === 'ready' ? apiObjectsQuery(client, ref, config.data.schemas, role) : null,
      ),
    ),
    null,
  )
  /** The chosen one; when the role does not reach it, the first. */
  const $object = computed([$objects, $chosen], (objects, chosen) =>
    objects?.status === 'ready'
      ? (objects.data.find((one) => keyOf(one) === chosen) ?? objects.data[0] ?? null)
      : null,
  )
  const $found = behindGate<Remote<ApiDetail | null> | null>(
    gate,
    queries.follow(
      computed([$object, $role], (object, role) => object && apiDetailQuery(client, ref, object, role)),
    ),
    null,
  )
  const $target = computed(
    [$object, $project, $config, $keys, $role],
    (object, project, config, keys, role): ApiTarget | null =>
      object === null || project.status !== 'ready' || config.status !== 'ready'
        ? null
        : {
            address: project.data.restUrl,
            key: shownProjectKey(keys.status === 'ready' ? keys.data : undefined),
            role,
            schema: object.schema,
            isDefaultSchema: object.schema === config.data.schemas[0],
            name: object.name,
          },
  )
  const $known = computed(
    [$config, $keys, $maySecret, $mayAct, gate.$gate],
    (config, keys, may, act, state) => ({
      mayAct: !act.disabled,
      isOn: config.status === 'ready' && config.data.enabled,
      isOpen: state.status === 'open',
      hasKey: keys.status === 'ready' && shownProjectKey(keys.data) !== shownProjectKey([]),
      maySeeSecrets: !may.disabled,
    }),
  )
  const $read = computed(
    [$target, $found, $known, $userId],
    (target, found, known, userId): AttemptedRead | null => {
      if (target === null || found?.status !== 'ready' || found.data?.type !== 'table') return null
      const read = callsOf(found.data).find((one) => one.call === 'read')
      const { role } = target
      const problem = tryProblem({ ...known, role, isReadable: read !== undefined, hasUser: userId !== '' })
      return {
        target,
        columns: read?.columns ?? null,
        problem,
        userId: role === 'authenticated' ? userId : null,
      }
    },
  )
  const types = createMutation(queries, databaseTypesReading(client, ref))
  const attempt = createApiAttempt(context, { ref, $read })
  scope.add(attempt.clear)

  return {
    title,
    gate,
    $notice: computed($config, (config) =>
      config.status === 'ready' ? noticeOf(config.data, router.href('dataApi', { ref })) : null,
    ),
    roles: API_ROLES.map((value) => ({ value, label: value })),
    $role,
    $roleNote: computed($role, (role) => text.callsBody[role]),
    chooseRole(role) {
      attempt.clear()
      $role.set(role)
    },
    ways: API_WAYS.map((value) => ({ value, label: text.ways[value] })),
    $way,
    chooseWay: (way) => $way.set(way),
    $search,
    search: (words) => $search.set(words),
    $list: computed(
      [$config, $objects, $object, $search, $role],
      (config, objects, object, search, role): ApiListView => {
        const failed = [config, objects].find((one) => one?.status === 'failed')
        if (failed?.status === 'failed')
          return { status: 'failed', message: failed.error.message, retry: failed.retry }
        if (config.status !== 'ready' || objects?.status !== 'ready') return { status: 'loading' }
        if (objects.data.length === 0)
          return { status: 'empty', title: text.empty(role), body: text.emptyBody(config.data.schemas) }
        return listOf(objects.data, object, search)
      },
    ),
    choose(key) {
      attempt.clear()
      $chosen.set(key)
    },
    $detail: computed(
      [$object, $found, $target, $way],
      (object, found, target, way): Remote<ApiDetailView | 'gone'> | null => {
        if (object === null) return null
        if (found?.status === 'failed') return found
        if (found?.status !== 'ready' || target === null) return { status: 'loading' }
        if (found.data === null) return { ...found, data: 'gone' }
        return { ...found, data: apiDetailView(object, found.data, { target, way }) }
      },
    ),
    keysHref: router.href('apiKeys', { ref }),
    attempt,
    user: {
      $isAsked: $asksUser,
      finder,
      $id: $userId,
      $chosen: computed($userId, (id) =>
        id === '' ? null : text.chosenUser(userLabel(finder.known(id), id)),
      ),
      choose(id) {
        attempt.clear()
        $userId.set(id)
      },
    },
    copy: (code) => copyText(host, code),
    $mayDownload: controlBehindGate(
      gate,
      computed(types.$state, ({ status }): ControlState => ({ disabled: status === 'running' })),
    ),
    async downloadTypes() {
      const outcome = await types.run()
      if (outcome.type === 'done')
        host.files.save({ name: TYPES_FILE, type: 'text/plain', text: outcome.data })
      else
        host.notifier.notify({
          kind: 'error',
          message: text.typesFailed,
          detail: outcome.error.message,
        })
    },
    dispose: scope.dispose,
  }
}

/** As projects of this family call it. */
const TYPES_FILE = 'database.types.ts'

const keyOf = ({ kind, schema, name, arguments: parameters }: ApiObject) =>
  JSON.stringify([kind === 'function', schema, name, parameters])

function listOf(objects: readonly ApiObject[], chosen: ApiObject | null, search: string): ApiListView {
  const words = search.trim().toLowerCase()
  const schemas = new Set(objects.map(({ schema }) => schema))
  const nameOf = ({ schema, name, arguments: parameters }: ApiObject) =>
    `${schemas.size > 1 ? `${schema}.` : ''}${name}${parameters === null ? '' : '()'}`
  const found = objects.filter(({ schema, name, comment }) =>
    `${schema}.${name} ${comment ?? ''}`.toLowerCase().includes(words),
  )
  const group = (key: ApiGroup['key']): ApiGroup => ({
    key,
    title: text.groups[key],
    entries: found
      .filter(({ kind }) => (kind === 'function') === (key === 'functions'))
      .map((one) => ({ key: keyOf(one), name: nameOf(one), isChosen: one === chosen })),
  })
  return {
    status: 'ready',
    groups: [group('relations'), group('functions')].filter(({ entries }) => entries.length > 0),
    isNoneFound: found.length === 0,
    cut: objects.length === API_OBJECTS_MAX ? text.cut(API_OBJECTS_MAX) : null,
  }
}

function noticeOf(config: DataApiConfig, href: string): ApiNotice | null {
  if (config.enabled) return null
  return { title: text.off, body: text.offBody, link: { href, label: text.toSettings } }
}
