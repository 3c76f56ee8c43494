/** The settings of realtime: on or off, who may join, and how much. */
import { getRealtimeSettings, type RealtimeConfig, type RealtimeLimits } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { realtimeSettingsChange, realtimeSettingsQuery } from '../../data/realtime.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { REALTIME_LIMITS, realtimeLimit } from '../../rules/realtime/realtime-limits.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { realtimeText } from '../../text/realtime.js'
import type { Needs } from '../context.js'
import { createArrivals, type Arrived } from '../parts/arrivals.js'

const text = realtimeText.settings

const limit = (name: keyof RealtimeLimits) => {
  const [least, most] = REALTIME_LIMITS[name]
  return v.pipe(
    v.string(),
    v.check((typed) => realtimeLimit(name, typed) !== null, text.outside(least, most)),
  )
}
const schema = v.object({
  enabled: v.boolean(),
  private_only: v.boolean(),
  connections: limit('connections'),
  channels_per_client: limit('channels_per_client'),
  joins_per_second: limit('joins_per_second'),
  messages_per_second: limit('messages_per_second'),
  presence_events_per_second: limit('presence_events_per_second'),
  payload_kb: limit('payload_kb'),
})

/** The settings as they are typed: limits are texts. */
export type RealtimeSettingsValues = v.InferInput<typeof schema>

const NOTHING: RealtimeSettingsValues = {
  enabled: true,
  private_only: false,
  connections: '',
  channels_per_client: '',
  joins_per_second: '',
  messages_per_second: '',
  presence_events_per_second: '',
  payload_kb: '',
}

/** The part of the page with the settings. */
export interface RealtimeSettingsPart extends Disposable {
  readonly edit: RecordEdit<RealtimeSettingsValues>
  readonly $mayChange: ReadableAtom<ControlState>
  /** `data`: whether realtime is on. */
  readonly $isOn: ReadableAtom<Remote<boolean>>
}

export function createRealtimeSettings(
  context: Needs<'host' | 'client' | 'queries' | 'account' | 'lazy'>,
  ref: string,
): RealtimeSettingsPart {
  const { host, client, queries } = context
  const query = realtimeSettingsQuery(client, ref)
  const $config = queries.store(query)
  const arrival = createArrivals<RealtimeConfig>(() => host.clock.now())
  const edit = createRecordEdit<typeof schema, Arrived<RealtimeConfig>>(context, {
    key: `realtime/${ref}`,
    schema,
    $stored: computed($config, (config) =>
      config.status === 'ready' ? { ...config, data: arrival.of(config.data) } : config,
    ),
    initial: NOTHING,
    valuesOf,
    async save({ enabled, private_only, ...typed }, expected) {
      const saved = await mutate(queries, realtimeSettingsChange(client, ref), {
        ...(enabled === undefined ? {} : { enabled }),
        ...(private_only === undefined ? {} : { private_only }),
        limits: limitsOf(typed),
        expected_version: arrival.versionIn(expected),
      })
      host.notifier.notify({ kind: 'success', message: text.saved })
      return arrival.of(saved)
    },
    async load() {
      const config = await client.call(getRealtimeSettings, { params: { ref } })
      queries.set(query, config)
      return arrival.of(config)
    },
  })
  return {
    edit,
    $mayChange: projectControlState(context, ref, { action: 'update', resource: 'realtime' }, text.mayNot),
    $isOn: computed($config, (config): Remote<boolean> =>
      config.status === 'ready' ? { ...config, data: config.data.enabled } : config,
    ),
    dispose: edit.dispose,
  }
}

function valuesOf({ enabled, private_only, limits }: RealtimeConfig): RealtimeSettingsValues {
  return {
    enabled,
    private_only,
    connections: String(limits.connections),
    channels_per_client: String(limits.channels_per_client),
    joins_per_second: String(limits.joins_per_second),
    messages_per_second: String(limits.messages_per_second),
    presence_events_per_second: String(limits.presence_events_per_second),
    payload_kb: String(limits.payload_kb),
  }
}

function limitsOf(typed: Partial<Record<keyof RealtimeLimits, string>>): Partial<RealtimeLimits> {
  const names = Object.keys(typed) as (keyof RealtimeLimits)[]
  return Object.fromEntries(names.map((name) => [name, realtimeLimit(name, typed[name] ?? '') ?? undefined]))
}
