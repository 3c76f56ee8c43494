/** Turning the data API on, after a look at what that opens, and turning it off. */
import type { DataApiConfig } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { dataApiChange, dataApiQuery, dataApiReachQuery, rlsEnabling } from '../../data/data-api.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { reachMark, reachWords } from '../../rules/settings/data-api-marks.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import type { DataApiReach, Reached } from '../../sql/data-api-reach.js'
import { dataApiText as text } from '../../text/data-api.js'
import type { Needs } from '../context.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'

/** Something that applications reach, as its row shows it. */
export interface ReachedRow {
  key: string
  /** `shop.orders`, `shop.total(a integer)`. */
  name: string
  kind: string
  /** `read, change`. */
  anon: string
  authenticated: string
  note: string
  /** Nothing protects it. */
  isWarned: boolean
  /** The table whose row-level security can be turned on; null: there is none. */
  table: { schema: string; name: string } | null
  isRunning: boolean
}

/** What is said before it is turned on. */
export interface OpeningQuestion {
  body: string
  warning: string | null
  /** The version that was looked at. */
  version: string
}

/** Turning the data API on and off. */
export interface DataApiOpening {
  /** Null: not looked at. */
  readonly $rows: ReadableAtom<Remote<ReachedRow[]> | null>
  /** How many are not listed, as a sentence; null: all are. */
  readonly $more: ReadableAtom<string | null>
  /** The schemas that the list is about, as a sentence. */
  readonly $about: ReadableAtom<string>
  look(): void
  close(): void
  readonly $mayTurnOn: ReadableAtom<ControlState>
  readonly $mayTurnOff: ReadableAtom<ControlState>
  readonly $mayEnableRls: ReadableAtom<ControlState>
  enableRls(row: ReachedRow): Promise<void>
  /** Why row-level security of a table could not be enabled. */
  readonly $problem: ReadableAtom<{ title: string; message: string } | null>
  /** Asks to turn it on, once the list is there. */
  askToTurnOn(): void
  readonly turningOn: Confirmation<OpeningQuestion>
  askToTurnOff(): void
  readonly turningOff: Confirmation<{ version: string }>
}

export function createDataApiOpening(
  context: Needs<'host' | 'client' | 'queries' | 'schemaChanges'>,
  { ref, gate, $config }: { ref: string; gate: ProjectGate; $config: ReadableAtom<Remote<DataApiConfig>> },
): DataApiOpening {
  const { host, client, queries, schemaChanges } = context
  const $isOpen = atom(false)
  const $running = atom<string | null>(null)
  const $problem = atom<{ title: string; message: string } | null>(null)
  const changing = createMutation(queries, dataApiChange(client, ref))
  const enabling = createMutation(queries, rlsEnabling(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const $reach = behindGate<Remote<DataApiReach> | null>(
    gate,
    queries.follow(
      computed([$isOpen, $config], (isOpen, config) =>
        isOpen && config.status === 'ready' ? dataApiReachQuery(client, ref, config.data.schemas) : null,
      ),
    ),
    null,
  )
  const may = (resource: 'project_settings' | 'database', hint: string) =>
    projectControlState(context, ref, { action: 'update', resource }, hint)
  const $mayChange = may('project_settings', text.mayNot)

  const turn = async (enabled: boolean, version: string) => {
    const outcome = await changing.run({ enabled, expected_version: version })
    if (outcome.type === 'done') {
      $isOpen.set(false)
      success(enabled ? text.turnedOn : text.turnedOff)
    } else if (outcome.error.code === 'stale') {
      turningOn.cancel()
      turningOff.cancel()
      queries.refresh(dataApiQuery(client, ref).key)
      host.notifier.notify({ kind: 'error', message: text.changedMeanwhile })
    }
    return outcome
  }
  const turningOn = createConfirmation<OpeningQuestion>(({ version }) => turn(true, version))
  const turningOff = createConfirmation<{ version: string }>(({ version }) => turn(false, version))

  return {
    $rows: computed([$isOpen, $reach, $running], (isOpen, reach, running): Remote<ReachedRow[]> | null => {
      if (!isOpen) return null
      if (reach?.status !== 'ready') return reach ?? { status: 'loading' }
      return { ...reach, data: reach.data.listed.map((one) => rowOf(one, running)) }
    }),
    $more: computed($reach, (reach) => {
      if (reach?.status !== 'ready') return null
      const more = countOf(reach.data) - reach.data.listed.length
      return more > 0 ? text.more(more) : null
    }),
    $about: computed($config, (config) =>
      config.status === 'ready' ? text.reachBody(config.data.schemas) : '',
    ),
    look: () => $isOpen.set(true),
    close: () => $isOpen.set(false),
    $mayTurnOn: controlBehindGate(gate, $mayChange),
    $mayTurnOff: $mayChange,
    $mayEnableRls: controlBehindGate(gate, may('database', text.mayNotChangeDatabase)),
    async enableRls({ table, key, name }) {
      if (table === null || $running.get() !== null) return
      $running.set(key)
      $problem.set(null)
      const outcome = await enabling.run(table)
      $running.set(null)
      if (outcome.type === 'failed')
        return $problem.set({ title: text.rlsFailed(name), message: outcome.error.message })
      success(text.rlsEnabled(name))
      schemaChanges.happened(ref)
    },
    $problem,
    askToTurnOn() {
      const [config, reach] = [$config.get(), $reach.get()]
      if (config.status !== 'ready' || reach?.status !== 'ready' || $mayChange.get().disabled) return
      const open = reach.data.listed.filter((one) => reachMark(one) !== null).length
      turningOn.ask({
        body: text.turnOnBody(reach.data.counts),
        warning: text.unprotected(open),
        version: config.data.version,
      })
    },
    turningOn,
    askToTurnOff() {
      const config = $config.get()
      if (config.status === 'ready' && !$mayChange.get().disabled)
        turningOff.ask({ version: config.data.version })
    },
    turningOff,
  }
}

function countOf({ counts }: DataApiReach): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function rowOf(reached: Reached, running: string | null): ReachedRow {
  const { kind, schema, name, arguments: parameters, anon, authenticated } = reached
  const shown = parameters === null ? `${schema}.${name}` : `${schema}.${name}(${parameters})`
  const words = (role: Reached['anon']) =>
    reachWords(kind, role)
      .map((word) => text.words[word])
      .join(', ') || text.nothing
  const mark = reachMark(reached)
  const key = `${kind} ${shown}`
  return {
    key,
    name: shown,
    kind: text.kind(kind),
    anon: words(anon),
    authenticated: words(authenticated),
    note: mark !== null ? text.marks[mark] : kind === 'table' ? text.protected : text.callers,
    isWarned: mark !== null,
    table: mark === 'no-rls' ? { schema, name } : null,
    isRunning: running === key,
  }
}
