/** `/project/{ref}/integrations`: what the project can be extended with, narrowed by the address and by words. */
import type { Extension } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { extensionsQuery } from '../../data/extensions.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import {
  integrationCategory,
  listedIntegrations,
  type IntegrationCategory,
  type IntegrationName,
  type IntegrationState,
} from '../../rules/settings/integrations.js'
import { menuFlags } from '../../rules/shell/menu-flags.js'
import { integrationsText as text } from '../../text/integrations.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** One integration as its row shows it. */
export interface IntegrationRow {
  name: IntegrationName
  title: string
  summary: string
  category: string
  badge: { label: string; tone: StatusTone }
  /** Of its own page. */
  href: string
}

/** The catalogue of integrations. */
export interface IntegrationsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  /** What the page is narrowed to; it stands in the window's title. */
  readonly $thing: ReadableAtom<string | null>
  readonly categories: {
    readonly $value: ReadableAtom<IntegrationCategory | null>
    readonly choices: readonly { value: IntegrationCategory | null; label: string; href: string }[]
  }
  readonly $search: ReadableAtom<string>
  search(words: string): void
  readonly $rows: ReadableAtom<Remote<IntegrationRow[]>>
  /** Why the list is empty. `clear`: the words fit nothing. */
  readonly $empty: ReadableAtom<{ title: string; body?: string; step: 'clear' | 'extensions' }>
  /** Of the page of extensions. */
  readonly extensionsHref: string
}

export function createIntegrations(
  { client, queries, router, $runtime }: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): IntegrationsScreen {
  const $extensions = behindGate<Remote<Extension[]>>(gate, queries.store(extensionsQuery(client, ref)), {
    status: 'loading',
  })
  const $category = computed(router.$route, ({ location }) => integrationCategory(location.search))
  const $search = atom('')
  const href = router.href('integrations', { ref })
  return {
    title,
    gate,
    $thing: computed($category, (category) => (category === null ? null : text.categories[category])),
    categories: { $value: $category, choices: choicesOf(href) },
    $search,
    search: (words) => $search.set(words),
    $rows: computed(
      [$extensions, $category, $search, $runtime],
      (remote, category, search, runtime): Remote<IntegrationRow[]> => {
        if (remote.status !== 'ready') return remote
        const flags = menuFlags(runtime.status === 'ready' ? runtime.data.flags : undefined)
        const words = search.trim().toLowerCase()
        const data = listedIntegrations(remote.data, flags)
          .filter((one) => category === null || one.category === category)
          .map(({ name, category: of, state }): IntegrationRow => ({
            name,
            title: text.items[name].title,
            summary: text.items[name].summary,
            category: text.categories[of],
            badge: badgeOf(state),
            href: hrefOf(router, ref, name),
          }))
          .filter((row) => `${row.title} ${row.summary} ${row.name}`.toLowerCase().includes(words))
        return { ...remote, data }
      },
    ),
    $empty: computed([$category, $search], (category, search) =>
      search.trim() === ''
        ? {
            title: text.noneHere[category ?? 'project'],
            body: text.noneHereBody,
            step: 'extensions' as const,
          }
        : { title: text.noneFound, step: 'clear' as const },
    ),
    extensionsHref: router.href('extensions', { ref }),
    dispose() {},
  }
}

/** How an integration stands, as a word. */
export function badgeOf({ type }: IntegrationState): { label: string; tone: StatusTone } {
  const tones = {
    here: 'good',
    installed: 'good',
    available: 'quiet',
    closed: 'busy',
    absent: 'quiet',
  } as const
  return { label: text.states[type], tone: tones[type] }
}

function hrefOf(router: Needs<'router'>['router'], ref: string, name: IntegrationName): string {
  if (name === 'vault') return router.href('vault', { ref })
  if (name === 'webhooks') return router.href('webhooks', { ref })
  return router.href('integration', { ref, id: name })
}

function choicesOf(href: string): IntegrationsScreen['categories']['choices'] {
  const known = Object.keys(text.categories) as IntegrationCategory[]
  return [
    { value: null, label: text.allCategories, href },
    ...known.map((value) => ({
      value,
      label: text.categories[value],
      href: `${href}?${new URLSearchParams({ category: value })}`,
    })),
  ]
}
