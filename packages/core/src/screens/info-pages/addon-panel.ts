/** One add-on of a project, opened by `?panel=`: what it comes as, and which of it is in use. SPEC §2. */
import type { Addons, AddonType } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { addonsQuery } from '../../data/billing.js'
import { addonMutation } from '../../data/plans.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { projectControlState, type ControlState } from '../../sessions/rights.js'
import { infoText } from '../../text/info-pages.js'
import type { Needs } from '../context.js'

const text = infoText.addon

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
      /** `chooseLabel` null: it is in use. */
      variants: {
        key: string
        name: string
        price: string | null
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
  /** Takes a variant of the open add-on. @param variant its key */
  choose(variant: string): void
  /** Removes the open add-on. */
  remove(): void
  close(): void
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
  const apply = async (variant: string | null) => {
    const type = $type.get()
    if (type === null) return
    const outcome = await change.run({ type, variant })
    if (outcome.type === 'failed')
      host.notifier.notify({ kind: 'error', message: text.failed(outcome.error.message) })
    else host.notifier.notify({ kind: 'success', message: variant === null ? text.removed : text.chosen })
  }
  return {
    $mayChange: computed([$may, $runtime], (may, runtime): ControlState =>
      runtime.status === 'ready' && !runtime.data.isPlatform
        ? { disabled: true, hint: text.selfHosted }
        : may,
    ),
    $isBusy: computed(change.$state, ({ status }) => status === 'running'),
    choose: (variant) => void apply(variant),
    remove: () => void apply(null),
    $open: computed([$type, $addons, $runtime], (type, addons, runtime) =>
      type === null
        ? null
        : viewOf(
            type,
            addons ?? { status: 'loading' },
            runtime.status === 'ready' && runtime.data.isPlatform,
          ),
    ),
    close: () => router.open(router.href('addons', { ref }), { replace: true }),
  }
}

function viewOf(type: AddonType, remote: Remote<Addons>, isSold: boolean): AddonView {
  if (remote.status === 'loading') return { status: 'loading', title: '' }
  if (remote.status === 'failed')
    return { status: 'failed', title: type, message: remote.error.message, retry: remote.retry }
  const { available_addons, selected_addons } = remote.data
  const addon = available_addons.find((one) => one.type === type)
  if (!addon) return { status: 'missing', title: type }
  const chosen = selected_addons.find((one) => one.type === type)?.variant
  return {
    status: 'ready',
    title: addon.name,
    state: { label: chosen ? text.inUse : text.notInUse, isOn: chosen !== undefined },
    effect: text.effects[type] ?? text.noEffect,
    variants: addon.variants.map(({ identifier, name, price, price_interval }) => ({
      key: identifier,
      name,
      price: isSold ? text.price(price, price_interval) : null,
      isInUse: identifier === chosen?.identifier,
      chooseLabel: identifier === chosen?.identifier ? null : text.choose(name),
    })),
  }
}
