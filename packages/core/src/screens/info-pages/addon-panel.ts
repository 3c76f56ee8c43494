/** One add-on of a project, opened by `?panel=`: what it comes as, and which of it is in use. SPEC §2. */
import type { Addons, AddonType } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { addonsQuery } from '../../data/billing.js'
import { addonMutation } from '../../data/plans.js'
import { projectQuery } from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import {
  COMPUTE_ADDON,
  computeEffect,
  computeMemory,
  type ComputeEffect,
  type ComputeMemory,
} from '../../rules/project/compute-size.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { addonText } from '../../text/addon.js'
import type { Needs } from '../context.js'

const text = addonText

/** What the panel shows. Prices are sentences. */
export type AddonView =
  | { status: 'loading'; title: string }
  | { status: 'failed'; title: string; message: string; retry: () => void }
  | { status: 'missing'; title: string }
  | {
      status: 'ready'
      title: string
      state: { label: string; isOn: boolean }
      /** What choosing it does here. */
      effect: string
      /** `chooseLabel` null: it is in use. `memory` null: it sets none. */
      variants: {
        key: string
        name: string
        price: string | null
        memory: string | null
        isInUse: boolean
        chooseLabel: string | null
      }[]
    }

/** The panel with one add-on, which the address opens. */
export interface AddonPanel {
  /** Null: none is open. */
  readonly $open: ReadableAtom<AddonView | null>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $isBusy: ReadableAtom<boolean>
  /** Takes a variant of the open add-on, or asks first when the database restarts by it. @param variant its key */
  choose(variant: string): void
  /** Removes the open add-on, or asks first. */
  remove(): void
  /** Asked before a change that restarts the database. */
  readonly restart: Confirmation<AddonRestart>
  close(): void
}

/** A change that restarts the database. */
export interface AddonRestart {
  title: string
  confirmLabel: string
  /** Null: the add-on is removed. */
  variant: string | null
}

/** The names that addresses use beside the types' own. */
const TYPES: Readonly<Record<string, AddonType>> = {
  computeInstance: 'compute_instance',
  customDomain: 'custom_domain',
  hipaa: 'addon_security_hipaa',
}

export function createAddonPanel(
  context: Needs<'client' | 'queries' | 'router' | 'host' | '$runtime'>,
  ref: string,
): AddonPanel {
  const { client, queries, router, host, $runtime } = context
  const $type = computed(router.$route, ({ location }) => {
    const panel = new URLSearchParams(location.search).get('panel')
    return panel === null || panel === '' ? null : (TYPES[panel] ?? panel)
  })
  const $addons = queries.follow(computed($type, (type) => (type === null ? null : addonsQuery(client, ref))))
  const change = createMutation(queries, addonMutation(client, ref))
  const $may = projectControlState(context, ref, { action: 'update', resource: 'billing' }, text.mayNot)
  const $project = queries.store(projectQuery(client, ref))
  const $effect = computed([$type, $addons, $project], (type, addons, project): ComputeEffect =>
    type === COMPUTE_ADDON && addons?.status === 'ready' && project.status === 'ready'
      ? computeEffect(addons.data.compute, project.data.status)
      : 'none',
  )
  const $open = computed([$type, $addons, $runtime, $effect], (type, addons, runtime, effect) =>
    type === null
      ? null
      : viewOf(addons ?? { status: 'loading' }, {
          type,
          isSold: runtime.status === 'ready' && runtime.data.isPlatform,
          effect,
        }),
  )
  const send = async (variant: string | null) => {
    const outcome = await change.run({ type: $type.get() ?? '', variant })
    if (outcome.type === 'done')
      host.notifier.notify({ kind: 'success', message: variant === null ? text.removed : text.chosen })
    return outcome
  }
  const apply = async (variant: string | null) => {
    const outcome = await send(variant)
    if (outcome.type === 'failed')
      host.notifier.notify({ kind: 'error', message: text.failed(outcome.error.message) })
  }
  const restart = createConfirmation<AddonRestart>(({ variant }) => send(variant))
  const begin = (variant: string | null) => {
    const open = $open.get()
    if (open?.status !== 'ready') return
    if ($effect.get() !== 'restart') return void apply(variant)
    const name = open.variants.find(({ key }) => key === variant)?.name
    restart.ask(
      name === undefined
        ? { title: text.restartToRemove(open.title), confirmLabel: text.remove, variant }
        : { title: text.restartToChoose(name), confirmLabel: text.choose(name), variant },
    )
  }
  return {
    $mayChange: computed([$may, $runtime, $effect], (may, runtime, effect): ControlState => {
      if (runtime.status === 'ready' && !runtime.data.isPlatform)
        return { disabled: true, hint: text.selfHosted }
      return may.disabled || effect !== 'wait' ? may : { disabled: true, hint: text.wait }
    }),
    $isBusy: computed(change.$state, ({ status }) => status === 'running'),
    choose: begin,
    remove: () => begin(null),
    restart,
    $open,
    close: () => router.open(router.href('addons', { ref }), { replace: true }),
  }
}

interface Shown {
  type: AddonType
  isSold: boolean
  effect: ComputeEffect
}

function viewOf(remote: Remote<Addons>, { type, isSold, effect }: Shown): AddonView {
  if (remote.status === 'loading') return { status: 'loading', title: '' }
  if (remote.status === 'failed')
    return { status: 'failed', title: type, message: remote.error.message, retry: remote.retry }
  const { available_addons, selected_addons, recorded_only, compute } = remote.data
  const isRecorded = recorded_only.includes(type)
  const addon = available_addons.find((one) => one.type === type)
  if (!addon) return { status: 'missing', title: type }
  const chosen = selected_addons.find((one) => one.type === type)?.variant
  return {
    status: 'ready',
    title: addon.name,
    state: { label: chosen ? text.inUse : text.notInUse, isOn: chosen !== undefined },
    effect:
      isRecorded && type !== COMPUTE_ADDON
        ? text.noEffect
        : type === COMPUTE_ADDON
          ? text.compute[effect]
          : (text.effects[type] ?? text.noEffect),
    variants: addon.variants.map(({ identifier, name, price, price_interval, meta }) => ({
      key: identifier,
      name,
      price: !isSold ? null : isRecorded ? text.recordedOnly : text.price(price, price_interval),
      memory: type === COMPUTE_ADDON ? memoryText(computeMemory(meta, compute)) : null,
      isInUse: identifier === chosen?.identifier,
      chooseLabel: identifier === chosen?.identifier ? null : text.choose(name),
    })),
  }
}

function memoryText(memory: ComputeMemory | null): string | null {
  if (memory === null) return null
  const { statedGb, givenGb } = memory
  return givenGb < statedGb ? text.cappedMemory(statedGb, givenGb) : text.memory(statedGb)
}
