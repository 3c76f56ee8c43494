/**
 * A page that shows what there is of a subject: what it is for, the data that exists today, and what this platform does
 * not have and why.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { catalogueStartQuery, type CataloguePage } from '../../data/catalogue.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import type { ListSorting } from '../../kernel/sorting.js'
import type { Disposable } from '../../kernel/screen.js'
import { menuFlags } from '../../rules/menu-flags.js'
import { affordance, projectAffordance } from '../../sessions/rights.js'
import { catalogue, type CatalogueList } from '../../sql/index.js'
import { areaText, type PartText } from '../../text/areas.js'
import { catalogueText } from '../../text/catalogue.js'
import { pageTitles } from '../../text/page-titles.js'
import type { ScreenContext } from '../context.js'
import { behindGate, createProjectGate, type ProjectGate } from '../database/project-gate.js'
import { createOpenRow, type OpenRow } from '../database/open-row.js'
import { shownCell } from '../database/shown-cell.js'
import type { AreaContent, AreaParams, AreaSource } from './area-source.js'
import { createSortedPart } from './sorted-part.js'
import { createAddonPanel, type AddonPanel } from './addon-panel.js'
import {
  areaCategories,
  areas,
  needsDatabase,
  partAt,
  partText,
  type AreaCategory,
  type AreaName,
  type AreaPart,
} from './areas.js'

export type PartContent =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'empty'; title: string; body?: string; step: AreaStep }
  | { status: 'closed' }
  | AreaContent

/** Where one goes on from an empty part. */
export interface AreaStep {
  label: string
  href: string
}

export interface AreaPartView {
  key: string
  title: string
  body?: string
  links: { key: string; label: string; href: string }[]
  /** Null: the part only says something. */
  $content: ReadableAtom<PartContent> | null
  /** Orders its table, if it is one. */
  sorting: ListSorting
  /** One row of its table, whole. */
  row: OpenRow
}

export interface AreaScreen extends Disposable {
  readonly title: string
  readonly lead: string
  /** A word beside the heading; null: none. */
  readonly $badge: ReadableAtom<string | null>
  /** What the page is narrowed to, where it can be. */
  readonly $thing: ReadableAtom<string | null>
  /** Null: there are no categories. */
  readonly categories: {
    $value: ReadableAtom<AreaCategory | null>
    choices: { value: AreaCategory | null; label: string; href: string }[]
  } | null
  /** The part that the hash of the address points at. */
  readonly $partAtHash: ReadableAtom<string | null>
  readonly addon: AddonPanel | null
  /** What became of the project's database; null for a page of an organization. */
  readonly gate: ProjectGate | null
  /** The page shows nothing while the gate is closed; else it says so above what it shows. */
  readonly needsDatabase: boolean
  readonly parts: readonly AreaPartView[]
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

export function createArea(
  context: ScreenContext,
  { area, ...params }: { area: AreaName } & AreaParams,
): AreaScreen {
  const { router, host, $runtime } = context
  const { ref = '', slug = '' } = params
  const gate = ref === '' ? null : createProjectGate(context, ref)
  const isBehindGate = needsDatabase(area)
  const known = areaCategories[area]
  const $category = computed(router.$route, ({ place }) => {
    const given = new URLSearchParams(place.search).get('category')
    return known?.find((category) => category === given) ?? null
  })
  const stepOf = ({ step = ref === '' ? 'usage' : 'sql' }: AreaPart): AreaStep => ({
    label: areaText.links[step],
    href: router.href(step, { ref, slug }),
  })
  return {
    title: pageTitles[area],
    lead: areaText.areas[area].lead,
    $badge: computed($runtime, (runtime) =>
      area === 'replication' &&
      runtime.status === 'ready' &&
      !menuFlags(runtime.data.flags).replicationEnabled
        ? areaText.comingSoon
        : null,
    ),
    $thing: computed($category, (category) => (category === null ? null : areaText.categories[category])),
    categories: known
      ? { $value: $category, choices: categoryChoices(known, router.href(area, { ref })) }
      : null,
    $partAtHash: computed(router.$route, ({ place }) => partAt(area, place.hash)),
    addon: area === 'addons' ? createAddonPanel(context, ref) : null,
    gate,
    needsDatabase: isBehindGate,
    parts: areas[area].map((part): AreaPartView => {
      const text = partText(area, part.key)
      const { $content, sorting } = createSortedPart(
        part.source
          ? contentOf(
              context,
              part.source,
              { ...params, $category, step: stepOf(part) },
              text,
              isBehindGate ? gate : null,
            )
          : null,
      )
      return {
        key: part.key,
        title: text.title,
        ...(text.body === undefined ? {} : { body: text.body }),
        links: (part.links ?? []).map((route) => ({
          key: route,
          label: areaText.links[route],
          href: router.href(route, { ref, slug }),
        })),
        $content,
        sorting,
        row: createOpenRow(
          context.queries,
          computed($content ?? atom(null), (content) => (content?.status === 'table' ? content : null)),
        ),
      }
    }),
    copy: (value) => copyText(host, value),
    dispose() {},
  }
}

function categoryChoices(known: readonly AreaCategory[], href: string) {
  return [
    { value: null, label: areaText.allCategories, href },
    ...known.map((value) => ({
      value,
      label: areaText.categories[value],
      href: `${href}?${new URLSearchParams({ category: value })}`,
    })),
  ]
}

/** What a part is about. */
interface Narrowed extends AreaParams {
  step: AreaStep
  $category: ReadableAtom<AreaCategory | null>
}

function contentOf(
  context: ScreenContext,
  source: NonNullable<AreaPart['source']>,
  params: Narrowed,
  text: PartText,
  gate: ProjectGate | null,
): ReadableAtom<PartContent> {
  const $content =
    source.kind === 'list'
      ? listContent(context, source, params, text)
      : callContent(context, source, params, text)
  return gate ? behindGate<PartContent>(gate, $content, { status: 'loading' }) : $content
}

function listContent(
  { client, queries }: ScreenContext,
  { list: name, refetchMs, byCategory = false }: AreaSource & { kind: 'list' },
  { ref = '', step, $category }: Narrowed,
  text: PartText,
): ReadableAtom<PartContent> {
  const list: CatalogueList = catalogue[name]
  const $page = queries.follow(
    computed($category, (category) =>
      catalogueStartQuery(client, ref, name, {
        ...(byCategory && category !== null ? { filter: { types: [category] } } : {}),
        ...(refetchMs === undefined ? {} : { refetchMs }),
      }),
    ),
  )
  return computed($page, (remote: Remote<CataloguePage> | null): PartContent => {
    if (remote === null || remote.status === 'loading') return { status: 'loading' }
    if (remote.status === 'failed')
      return { status: 'failed', message: remote.error.message, retry: remote.retry }
    const { isAbsent, entries } = remote.data
    if (isAbsent) return { status: 'empty', title: text.absent ?? areaText.empty, step }
    if (entries.length === 0) return emptyOf(text, step)
    return {
      status: 'table',
      columns: list.columns.map(({ key, kind }, index) => ({
        key,
        label: catalogueText.columns[key] ?? key,
        align: kind === 'number' || kind === 'bytes' ? 'end' : 'start',
        isName: kind === 'name' || (index === 0 && !list.columns.some((column) => column.kind === 'name')),
      })),
      rows: entries.map(({ keys, values }) => ({
        id: keys.join('\0'),
        cells: list.columns.map(({ key, kind }, index) => shownCell(values[index], kind, key)),
      })),
    }
  })
}

function callContent(
  context: ScreenContext,
  { query, read, needs }: AreaSource & { kind: 'call' },
  params: Narrowed,
  text: PartText,
): ReadableAtom<PartContent> {
  const { queries } = context
  const $may = needs
    ? params.slug === undefined
      ? projectAffordance(context, params.ref ?? '', needs, areaText.closed)
      : affordance(context, { ...needs, organizationSlug: params.slug }, areaText.closed)
    : null
  const $data = queries.follow(
    $may
      ? computed($may, ({ disabled }) => (disabled ? null : query(context, params)))
      : computed([], () => query(context, params)),
  )
  const show = (remote: Remote<unknown> | null): PartContent => {
    if (remote === null || remote.status === 'loading') return { status: 'loading' }
    if (remote.status === 'failed')
      return { status: 'failed', message: remote.error.message, retry: remote.retry }
    const content = read(remote.data, context)
    const isEmpty =
      content.status === 'table'
        ? content.rows.length === 0
        : content.status === 'facts' && content.facts.length === 0
    return isEmpty ? emptyOf(text, params.step) : content
  }
  if (!$may) return computed($data, show)
  return computed([$data, $may], (remote, { disabled, hint }): PartContent =>
    disabled && hint !== undefined ? { status: 'closed' } : show(remote),
  )
}

function emptyOf({ empty, emptyBody }: PartText, step: AreaStep): PartContent {
  return {
    status: 'empty',
    title: empty ?? areaText.empty,
    step,
    ...(emptyBody === undefined ? {} : { body: emptyBody }),
  }
}
