/** One add-on of a project, opened by `?panel=`: what it comes as, and which of it is in use. SPEC §2. */
import type { Addons, AddonType } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { addonsQuery } from '../../data/insight.js'
import type { Remote } from '../../kernel/query-store.js'
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
      variants: { key: string; name: string; price: string | null; isInUse: boolean }[]
    }

/** The panel with one add-on, which the address opens. */
export interface AddonPanel {
  /** Null: none is open. */
  readonly $open: ReadableAtom<AddonView | null>
  close(): void
}

/** The names that addresses use beside the types' own. */
const TYPES: Readonly<Record<string, AddonType>> = {
  computeInstance: 'compute_instance',
  customDomain: 'custom_domain',
  hipaa: 'addon_security_hipaa',
}

export function createAddonPanel(
  { client, queries, router, $runtime }: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  ref: string,
): AddonPanel {
  const $type = computed(router.$route, ({ location }) => {
    const panel = new URLSearchParams(location.search).get('panel')
    return panel === null || panel === '' ? null : (TYPES[panel] ?? panel)
  })
  const $addons = queries.follow(computed($type, (type) => (type === null ? null : addonsQuery(client, ref))))
  return {
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
    variants: addon.variants.map(({ identifier, name, price, price_interval }) => ({
      key: identifier,
      name,
      price: isSold ? text.price(price, price_interval) : null,
      isInUse: identifier === chosen?.identifier,
    })),
  }
}
