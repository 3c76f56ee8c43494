/** `/project/{ref}/settings/infrastructure`: the databases of the project on a map, and its read replicas. SPEC §2, §8 */
import type { FormerPrimary, ProjectDatabase, ReadReplica, ReadReplicas } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { databasesQuery } from '../../data/databases.js'
import { projectQuery } from '../../data/projects.js'
import {
  formerRemoval,
  replicaChange,
  replicaPromotion,
  replicaReadsChange,
  replicaSetup,
  replicaTest,
  replicasQuery,
} from '../../data/replicas.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { placeLabels, type MapLabel } from '../../rules/project/region-map.js'
import { REGIONS, regionName } from '../../rules/project/regions.js'
import {
  databaseOrder,
  lastPart,
  replicaBadge,
  shortRegion,
  type ReplicaBadge,
} from '../../rules/project/replica-list.js'
import { copyEstimate, DEFAULT_REPLICA_REGION, setupPercent } from '../../rules/project/replica-setup.js'
import { sizeText } from '../../rules/results/bytes.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { replicasText as text } from '../../text/replicas.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import { isHosted } from '../shell/current-page.js'

/** A database as its row shows it. */
export interface DatabaseEntry {
  identifier: string
  label: string
  region: string
  badge: ReplicaBadge
  /** Why it failed or is unhealthy. */
  problem: string | null
  /** Of a setup under way. */
  setup: { step: string; percent: number; copied: string | null; left: string | null } | null
  lag: string
  /** From 0 to 1; empty: too few samples. */
  lagLine: { x: number; y: number }[]
  mostLag: string | null
  address: string
  madeAt: string
  isReplica: boolean
}

/** What is asked before connections to a replica end. */
export interface ReplicaRenewal {
  kind: 'restart' | 'resync'
  entry: DatabaseEntry
}

/** A region of the map. */
export interface MapPoint extends MapLabel {
  name: string
  /** What is there; empty: nothing. */
  databases: string[]
}

/** The page of infrastructure. */
export interface InfrastructureScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $entries: ReadableAtom<Remote<DatabaseEntry[]>>
  readonly $map: ReadableAtom<MapPoint[]>
  /** Why no replica can be made; null: one can. */
  readonly $unavailable: ReadableAtom<string | null>
  /** Whether this build offers replicas at all. */
  readonly $isOffered: ReadableAtom<boolean>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $isAdding: ReadableAtom<boolean>
  readonly addForm: Form<{ region: string }>
  readonly regions: readonly { value: string; label: string }[]
  openAdd(): void
  closeAdd(): void
  actions(entry: DatabaseEntry): readonly RowAction[]
  readonly renewal: Confirmation<ReplicaRenewal>
  readonly removal: Confirmation<DatabaseEntry>
  readonly promotion: Confirmation<DatabaseEntry>
  /** The primary does not answer: the name of the project is typed. */
  readonly force: Confirmation<DatabaseEntry & { name: string }, string>
  readonly readsForm: Form<{ enabled: boolean; max_lag_seconds: string }>
  readonly $former: ReadableAtom<FormerPrimary[]>
  readonly formerRemoval: Confirmation<FormerPrimary>
}

const MOST_LAG_SECONDS = 3600
const lagOf = (typed: string): number | null => {
  const lag = Number(typed)
  return typed.trim() !== '' && lag >= 0 && lag <= MOST_LAG_SECONDS ? lag : null
}

export function createInfrastructure(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): InfrastructureScreen {
  const { host, client, queries, $runtime } = context
  const $databases = queries.store(databasesQuery(client, ref))
  const $replicas = queries.store(replicasQuery(client, ref))
  const $project = queries.store(projectQuery(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const mayNot = text.mayNot
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'project_settings' },
    mayNot,
  )
  const $mayPromote = projectControlState(
    context,
    ref,
    { action: 'delete', resource: 'projects' },
    text.mayNotPromote,
  )
  const changing = createMutation(queries, replicaChange(client, ref))
  const testing = createMutation(queries, replicaTest(client, ref))
  const promoting = createMutation(queries, replicaPromotion(client, ref))
  const removingFormer = createMutation(queries, formerRemoval(client, ref))
  const $isAdding = atom(false)
  async function test({ identifier, label }: DatabaseEntry): Promise<void> {
    const outcome = await testing.run({ id: identifier })
    if (outcome.type !== 'done')
      return host.notifier.notify({ kind: 'error', message: text.notReachable(label, outcome.error.message) })
    const { data: found } = outcome
    if (found.is_reachable)
      success(
        [
          text.reachable(label, found.version, found.took_ms),
          found.lag
            ? text.reachableLag(text.lag(sizeText(found.lag.bytes), found.lag.seconds.toFixed(1)))
            : text.reachableNoLag,
        ].join('. '),
      )
    else host.notifier.notify({ kind: 'error', message: text.notReachable(label, found.reason) })
  }

  const renewal = createConfirmation<ReplicaRenewal>(async ({ kind, entry }) => {
    const outcome = await changing.run({ kind, id: entry.identifier })
    if (outcome.type === 'done') success(kind === 'restart' ? text.restarting : text.resyncing)
    return outcome
  })
  const removal = createConfirmation<DatabaseEntry>(async ({ identifier }) => {
    const outcome = await changing.run({ kind: 'remove', id: identifier })
    if (outcome.type === 'done') success(text.removed)
    return outcome
  })
  const promotion = createConfirmation<DatabaseEntry>(async (entry) => {
    const outcome = await promoting.run({ database_identifier: entry.identifier })
    if (outcome.type === 'done') success(text.promoted(outcome.data.took_ms))
    else if (outcome.error.code === 'primary_unreachable') {
      promotion.cancel()
      const project = $project.get()
      force.ask({ ...entry, name: project.status === 'ready' ? project.data.name : ref })
    }
    return outcome
  })
  const force = createConfirmation<DatabaseEntry & { name: string }, string>(async ({ identifier }, name) => {
    const outcome = await promoting.run({ database_identifier: identifier, force: true, name })
    if (outcome.type === 'done') success(text.promoted(outcome.data.took_ms))
    return outcome
  })

  const readsForm = createForm({
    schema: v.object({
      enabled: v.boolean(),
      max_lag_seconds: v.pipe(
        v.string(),
        v.check((typed) => lagOf(typed) !== null, text.readsOutside),
      ),
    }),
    initial: { enabled: false, max_lag_seconds: '' },
    async submit(values) {
      await mutate(queries, replicaReadsChange(client, ref), {
        enabled: values.enabled,
        max_lag_seconds: lagOf(values.max_lag_seconds) ?? 0,
      })
      readsForm.start(values)
      success(text.saved)
    },
  })
  let isFilled = false
  const stopFilling = $replicas.subscribe((all) => {
    if (all.status !== 'ready' || isFilled) return
    isFilled = true
    const { enabled, max_lag_seconds } = all.data.reads
    readsForm.start({ enabled, max_lag_seconds: String(max_lag_seconds) })
  })

  const $entries = computed([$databases, $replicas], (databases, replicas): Remote<DatabaseEntry[]> => {
    if (databases.status !== 'ready') return databases
    if (replicas.status !== 'ready') return replicas
    return { ...databases, data: entriesOf(databases.data, replicas.data) }
  })

  return {
    title,
    gate,
    $entries,
    $map: computed($entries, (entries) => (entries.status === 'ready' ? mapOf(entries.data) : mapOf([]))),
    $unavailable: computed($replicas, (all) =>
      all.status === 'ready' ? (all.data.unavailable ?? null) : null,
    ),
    $isOffered: computed($runtime, isHosted),
    $mayChange,
    $isAdding,
    addForm: createForm({
      schema: v.object({ region: v.string() }),
      initial: { region: DEFAULT_REPLICA_REGION },
      async submit({ region }) {
        await mutate(queries, replicaSetup(client, ref), { read_replica_region: region })
        $isAdding.set(false)
        success(text.added)
      },
    }),
    regions: REGIONS.map(({ code, name }) => ({ value: code, label: name })),
    openAdd: () => $isAdding.set(true),
    closeAdd: () => $isAdding.set(false),
    actions(entry) {
      const hintOf = ({ hint }: ControlState) => (hint === undefined ? {} : { hint })
      const may = hintOf($mayChange.get())
      const { badge } = entry
      const isUp = badge === 'healthy' || badge === 'unhealthy'
      const tested: RowAction = { id: 'test', label: text.test, run: () => void test(entry) }
      const restart: RowAction = {
        id: 'restart',
        label: text.restartAsk,
        ...may,
        run: () => renewal.ask({ kind: 'restart', entry }),
      }
      const resync: RowAction = {
        id: 'resync',
        label: text.resyncAsk,
        ...may,
        run: () => renewal.ask({ kind: 'resync', entry }),
      }
      const promote: RowAction = {
        id: 'promote',
        label: text.promote,
        ...hintOf($mayPromote.get()),
        run: () => promotion.ask(entry),
      }
      const remove: RowAction = {
        id: 'remove',
        label: text.remove,
        isDangerous: true,
        ...may,
        run: () => removal.ask(entry),
      }
      if (badge === 'going-down' || badge === 'restarting') return []
      if (isUp) return [tested, restart, resync, promote, remove]
      return badge === 'init-failed' ? [resync, remove] : [remove]
    },
    renewal,
    removal,
    promotion,
    force,
    readsForm,
    $former: computed($replicas, (all) => (all.status === 'ready' ? all.data.former_primaries : [])),
    formerRemoval: createConfirmation<FormerPrimary>(async ({ id }) => {
      const outcome = await removingFormer.run({ id })
      if (outcome.type === 'done') success(text.formerRemoved)
      return outcome
    }),
    dispose: stopFilling,
  }
}

function entriesOf(databases: readonly ProjectDatabase[], { replicas }: ReadReplicas): DatabaseEntry[] {
  return databaseOrder(databases).map((database) => {
    const { identifier, type, region, db_host, db_port, inserted_at } = database
    const replica = replicas.find((one) => one.identifier === identifier)
    const label = type === 'PRIMARY' ? text.primary : text.replica(shortRegion(region), lastPart(identifier))
    return {
      identifier,
      label,
      region,
      badge: replicaBadge(replica?.status ?? database.status),
      problem: replica?.status_reason ?? null,
      setup: replica?.status === 'INIT_READ_REPLICA' ? setupOf(replica) : null,
      lag: type === 'PRIMARY' ? '' : lagText(replica),
      ...historyOf(replica),
      address: db_port === 0 ? '' : `${db_host}:${db_port}`,
      madeAt: inserted_at,
      isReplica: type === 'READ_REPLICA',
    }
  })
}

function setupOf({ step, copy }: ReadReplica): NonNullable<DatabaseEntry['setup']> {
  const isCopying = step === 'InitiatedReadReplicaSetup' && copy !== null
  const { done_bytes: doneBytes = 0, total_bytes: totalBytes = 0, bytes_per_second: rate = 0 } = copy ?? {}
  const { secondsLeft } = copyEstimate({ doneBytes, totalBytes, seconds: rate > 0 ? doneBytes / rate : 0 })
  return {
    step: text.steps[step],
    percent: setupPercent(step),
    copied: isCopying ? text.copied(sizeText(doneBytes), sizeText(totalBytes), sizeText(rate)) : null,
    left: isCopying && secondsLeft !== undefined ? text.secondsLeft(secondsLeft) : null,
  }
}

function lagText(replica: ReadReplica | undefined): string {
  const lag = replica?.lag
  return lag ? text.lag(sizeText(lag.bytes), lag.seconds.toFixed(1)) : text.noLag
}

function historyOf(replica: ReadReplica | undefined): Pick<DatabaseEntry, 'lagLine' | 'mostLag'> {
  const history = replica?.history ?? []
  if (history.length < 2) return { lagLine: [], mostLag: null }
  const most = Math.max(...history.map(({ bytes }) => bytes))
  const seconds = Math.max(...history.map((point) => point.seconds))
  return {
    lagLine: history.map(({ bytes }, at) => ({
      x: at / (history.length - 1),
      y: most === 0 ? 0 : bytes / most,
    })),
    mostLag: text.mostLag(sizeText(most), seconds.toFixed(1)),
  }
}

/** Names stand at the regions that have a database; the others are points. */
function mapOf(entries: readonly DatabaseEntry[]): MapPoint[] {
  const used = REGIONS.filter(({ code }) => entries.some(({ region }) => region === code))
  const places = placeLabels([
    ...used.map(({ code }) => ({ code, name: shortRegion(code) })),
    ...REGIONS.filter((region) => !used.includes(region)).map(({ code }) => ({ code, name: '' })),
  ])
  return places.map((place) => ({
    ...place,
    name: regionName(place.code),
    databases: entries.filter(({ region }) => region === place.code).map(({ label }) => label),
  }))
}
