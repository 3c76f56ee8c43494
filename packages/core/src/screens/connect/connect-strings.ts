/** The tab of connection strings: one kind of program, one database, and the ways to it. */
import type { ProjectDatabase } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { connectionTesting } from '../../data/connect.js'
import { chosenDatabasesOf } from '../../kernel/chosen-databases.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import {
  connectionMethods,
  connectionWay,
  type ConnectionSources,
  type ConnectionWay,
} from '../../rules/connect/connect-poolers.js'
import {
  CONNECTION_TYPES,
  connectionString,
  isLoopback,
  type ConnectionMethod,
  type ConnectionTarget,
  type ConnectionText,
  type ConnectionType,
} from '../../rules/connect/connect-strings.js'
import { choosable, databaseOrder, lastPart, shortRegion } from '../../rules/project/replica-list.js'
import { connectText as text } from '../../text/connect.js'
import { replicasText } from '../../text/replicas.js'
import type { Needs } from '../context.js'
import { isHosted } from '../shell/current-page.js'
import type { ConnectData, ConnectState, PoolerFacts } from './connect-data.js'

/** One way to the database, as its panel shows it. */
export interface ConnectPanel {
  key: ConnectionMethod
  title: string
  body: string
  /** Which pooler it is; null: none. */
  pooler: string | null
  /** Null while it is loading, or if there is no such connection: `unavailable` says why. */
  shown: (ConnectionText & { label: string }) | null
  parameters: { key: string; label: string; value: string }[]
  notice: string | null
  unavailable: string | null
  isLoading: boolean
  /** Who can connect to it, and how. */
  note: string | null
  /** What came of the last test of this very connection; null: it was not tested. */
  test: ConnectionOutcome | null
}

/** How a test of a connection stands. */
export type ConnectionOutcome =
  | { status: 'running' }
  | { status: 'connected'; message: string }
  | { status: 'failed'; message: string }

/** The tab of connection strings. */
export interface ConnectStrings {
  readonly types: { value: ConnectionType; label: string }[]
  readonly $type: ReadableAtom<ConnectionType>
  chooseType(type: string): void
  /** One with a hint can't be chosen. */
  readonly $databases: ReadableAtom<{ value: string; label: string; hint?: string }[]>
  readonly $database: ReadableAtom<string>
  chooseDatabase(identifier: string): void
  readonly $panels: ReadableAtom<ConnectPanel[]>
  /** The platform signs in by itself, with the stored password. */
  test(method: ConnectionMethod): Promise<void>
  /** Where the password is reset. */
  readonly settingsHref: string
}

export function createConnectStrings(
  { router, client, queries, $runtime }: Needs<'router' | 'client' | 'queries' | '$runtime'>,
  { $state, $poolers }: Pick<ConnectData, '$state' | '$poolers'>,
  ref: string,
): ConnectStrings {
  const $type = atom<ConnectionType>('uri')
  const $chosen = atom(chosenDatabasesOf(client)?.$all.get()[ref]?.identifier ?? ref)
  const $databases = computed($state, (state) =>
    state.status === 'ready' ? databaseOrder(state.facts.databases).map(choiceOf) : [],
  )
  // One that was removed meanwhile is not chosen any more.
  const $database = computed([$chosen, $databases], (chosen, databases) =>
    databases.some(({ value, hint }) => value === chosen && hint === undefined) ? chosen : ref,
  )
  /** By what was tested: another address is not tested yet. */
  const $tests = atom<Readonly<Record<string, ConnectionOutcome>>>({})
  const $ways = computed([$state, $poolers, $database, $runtime], (state, poolers, identifier, runtime) =>
    connectionMethods(isHosted(runtime)).map((method) => ({
      method,
      way: wayOf(method, state, poolers, identifier),
    })),
  )
  const runTest = async (method: ConnectionMethod) => {
    const way = $ways.get().find((one) => one.method === method)?.way
    if (way?.type !== 'target') return
    const key = keyOf(method, way.target)
    if ($tests.get()[key]?.status === 'running') return
    const end = (outcome: ConnectionOutcome) => $tests.set({ ...$tests.get(), [key]: outcome })
    end({ status: 'running' })
    try {
      const test = await mutate(queries, connectionTesting(client, ref), { method })
      end(
        test.connected
          ? { status: 'connected', message: text.test.connected(test.took_ms) }
          : { status: 'failed', message: text.test.failed(test.reason) },
      )
    } catch (error) {
      end({ status: 'failed', message: text.test.failed((error as Error).message) })
    }
  }
  return {
    test: runTest,
    types: CONNECTION_TYPES.map((value) => ({ value, label: text.types[value] })),
    $type,
    chooseType: (type) => $type.set(CONNECTION_TYPES.find((one) => one === type) ?? $type.get()),
    $databases,
    $database,
    chooseDatabase: (identifier) => $chosen.set(identifier),
    $panels: computed([$ways, $type, $tests], (ways, type, tests) =>
      ways.map(({ method, way }) =>
        panelOf(method, type, way, way.type === 'target' ? (tests[keyOf(method, way.target)] ?? null) : null),
      ),
    ),
    settingsHref: router.href('databaseSettings', { ref }),
  }
}

function choiceOf({ identifier: value, type, region, status }: ProjectDatabase) {
  if (type === 'PRIMARY') return { value, label: text.primary }
  const label = replicasText.replica(shortRegion(region), lastPart(value))
  const can = choosable(status)
  return can.type === 'yes' ? { value, label } : { value, label, hint: replicasText.notChosen[can.why] }
}

type KnownWay = ConnectionWay | { type: 'loading' } | { type: 'failed' }

function wayOf(
  method: ConnectionMethod,
  state: ConnectState,
  poolers: Remote<PoolerFacts> | null,
  identifier: string,
): KnownWay {
  if (state.status !== 'ready') return { type: 'loading' }
  const { settings, databases } = state.facts
  const known: ConnectionSources = {
    settings,
    databases,
    identifier,
    plan: 'free',
    shared: [],
    dedicated: null,
  }
  if (method === 'direct') return connectionWay(method, known)
  if (poolers?.status === 'failed') return { type: 'failed' }
  return poolers?.status === 'ready'
    ? connectionWay(method, { ...known, ...poolers.data })
    : { type: 'loading' }
}

function keyOf(method: ConnectionMethod, { host, port, user }: ConnectionTarget): string {
  return `${method} ${user}@${host}:${port}`
}

function panelOf(
  method: ConnectionMethod,
  type: ConnectionType,
  way: KnownWay,
  test: ConnectionOutcome | null,
): ConnectPanel {
  const { title, body } = text.methods[method]
  const empty = { shown: null, parameters: [], notice: null, pooler: null, note: null, test: null }
  const frame = { key: method, title, body, isLoading: way.type === 'loading' }
  if (way.type !== 'target') return { ...frame, ...empty, unavailable: unavailableTextOf(way) }
  const { target, pooler, oneAtATime } = way
  const shown = connectionString(type, method, target)
  return {
    ...frame,
    body: oneAtATime ? text.oneAtATime : body,
    pooler: pooler && text.poolers[pooler],
    shown: { ...shown, label: shown.file === null ? text.string(title) : text.file(title, shown.file) },
    parameters: parametersOf(method, target),
    notice: method === 'transaction' ? text.noPrepare : null,
    unavailable: null,
    note: isLoopback(target.host) ? text.onlyHere : text.encrypt,
    test,
  }
}

function unavailableTextOf(way: Exclude<KnownWay, { type: 'target' }>): string | null {
  if (way.type === 'unavailable') return text.unavailable[way.reason]
  return way.type === 'failed' ? text.poolersFailed : null
}

/** SPEC §3. */
function parametersOf(method: ConnectionMethod, { host, port, database, user }: ConnectionTarget) {
  const values = {
    host,
    port: String(port),
    database,
    user,
    ...(method === 'direct' ? {} : { pool_mode: method }),
  }
  return Object.entries(values).map(([key, value]) => ({ key, label: key, value }))
}
