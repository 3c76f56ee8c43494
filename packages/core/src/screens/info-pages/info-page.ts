/**
 * A page that shows what there is of a subject: what it is for, the data that exists today, and what this platform does
 * not have and why.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import type { ListSorting } from '../../kernel/sorting.js'
import type { Disposable } from '../../kernel/screen.js'
import { menuFlags } from '../../rules/shell/menu-flags.js'
import { controlState, projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { infoText, type PartText } from '../../text/info-pages.js'
import { objectsText } from '../../text/objects.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createObjectPanels, type ObjectPanels } from '../objects/object-panels.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createOpenRow, type OpenRow } from '../parts/open-row.js'
import type { InfoParams, InfoSource } from './info-source.js'
import { emptyContent, listContent } from './list-content.js'
import type { InfoStep, PartContent } from './part-content.js'
import { createSortedPart } from './sorted-part.js'
import { createNetworkSettings, type NetworkSettings } from './network-settings.js'
import { createPoolerSettings, type PoolerSettings } from './pooler-settings.js'
import { createServerSettings, type ServerSettingsPart } from './server-settings.js'
import { openByAddress } from '../parts/open-by-address.js'
import { createPasswordReset, type PasswordReset } from './password-reset.js'
import { createAddonPanel, type AddonPanel } from './addon-panel.js'
import { infoPages, partAt, partText, type InfoPageName, type InfoPart } from './info-pages.js'

/** One part of such a page. */
export interface InfoPartView {
  key: string
  title: string
  body?: string
  links: { key: string; label: string; href: string }[]
  /** Null: the part only says something, or holds the pooler, who may connect or the settings of PostgreSQL. */
  $content: ReadableAtom<PartContent> | null
  pooler: PoolerSettings | null
  network: NetworkSettings | null
  serverSettings: ServerSettingsPart | null
  /** Orders its table, if it is one. */
  sorting: ListSorting
  /** One row of its table, whole. */
  row: OpenRow
  /** What can be created here; null: nothing. */
  create: { label: string; $state: ReadableAtom<ControlState>; run(): void } | null
  /** What can be done with a row; null: nothing. */
  actionsOf: ((rowId: string) => readonly RowAction[]) | null
}

/** A page that shows what there is of a subject, in parts. */
export interface InfoPageScreen extends Disposable {
  readonly title: string
  readonly lead: string
  /** A word beside the heading; null: none. */
  readonly $badge: ReadableAtom<string | null>
  /** The part that the hash of the address points at. */
  readonly $partAtHash: ReadableAtom<string | null>
  readonly addon: AddonPanel | null
  readonly password: PasswordReset | null
  /** What became of the project's database; null for a page of an organization. */
  readonly gate: ProjectGate | null
  readonly parts: readonly InfoPartView[]
  /** The forms of the entries; null: none have any. */
  readonly objects: ObjectPanels | null
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

export interface InfoPageParams extends InfoParams {
  page: InfoPageName
  title: string
  gate?: ProjectGate
}

export function createInfoPage(
  context: Needs<
    | 'host'
    | 'client'
    | 'queries'
    | 'router'
    | '$runtime'
    | 'account'
    | 'lazy'
    | 'schemaChanges'
    | 'formDrafts'
  >,
  { page, title, gate, ...params }: InfoPageParams,
): InfoPageScreen {
  const { router, host, $runtime } = context
  const { ref = '', slug = '' } = params
  const stepOf = ({ step = ref === '' ? 'usage' : 'sql' }: InfoPart): InfoStep => ({
    label: infoText.links[step],
    href: router.href(step, { ref, slug }),
  })
  const password = page === 'databaseSettings' ? createPasswordReset(context, ref) : null
  const stopFollowing = password
    ? openByAddress(context, { 'reset-database-password': { $may: password.$may, open: password.open } })
    : () => {}
  const objects =
    gate && infoPages[page].some((part) => part.objects !== undefined)
      ? createObjectPanels(context, { ref, gate })
      : null
  const objectsOf = ({ objects: kind }: InfoPart): Pick<InfoPartView, 'create' | 'actionsOf'> =>
    objects === null || kind === undefined
      ? { create: null, actionsOf: null }
      : {
          create: {
            label: objectsText.newOne(kind),
            $state: objects.$mayChange,
            run: () => objects.create(kind, ''),
          },
          actionsOf: (rowId) => objects.actionsOf(kind, rowId.split('\0').at(-1) ?? ''),
        }
  const poolers: PoolerSettings[] = []
  const networks: NetworkSettings[] = []
  const createNetwork = () => {
    const network = createNetworkSettings(context, ref)
    networks.push(network)
    return network
  }
  const createPooler = () => {
    const pooler = createPoolerSettings(context, ref)
    poolers.push(pooler)
    return pooler
  }
  return {
    title,
    lead: infoText.pages[page].lead,
    $badge: computed($runtime, (runtime) =>
      page === 'replication' &&
      runtime.status === 'ready' &&
      !menuFlags(runtime.data.flags).replicationEnabled
        ? infoText.comingSoon
        : null,
    ),
    $partAtHash: computed(router.$route, ({ location }) => partAt(page, location.hash)),
    addon: page === 'addons' ? createAddonPanel(context, ref) : null,
    password,
    gate: gate ?? null,
    parts: infoPages[page].map((part): InfoPartView => {
      const text = partText(page, part.key)
      const { $content, sorting } = createSortedPart(
        part.source
          ? contentOf(
              context,
              part.source,
              { ...params, step: stepOf(part) },
              text,
              gate?.hidesPage ? gate : null,
            )
          : null,
      )
      return {
        key: part.key,
        title: text.title,
        ...(text.body === undefined ? {} : { body: text.body }),
        links: (part.links ?? []).map((route) => ({
          key: route,
          label: infoText.links[route],
          href: router.href(route, { ref, slug }),
        })),
        $content,
        pooler: part.isPooler ? createPooler() : null,
        network: part.isNetwork ? createNetwork() : null,
        serverSettings: part.isServerSettings
          ? createServerSettings(context, { ref, gate: gate ?? null })
          : null,
        sorting,
        ...objectsOf(part),
        row: createOpenRow(
          context.queries,
          computed($content ?? atom(null), (content) => (content?.status === 'table' ? content : null)),
        ),
      }
    }),
    objects,
    copy: (value) => copyText(host, value),
    dispose() {
      objects?.dispose()
      stopFollowing()
      password?.dispose()
      for (const part of [...poolers, ...networks]) part.dispose()
    },
  }
}

/** What a part is about. */
interface Narrowed extends InfoParams {
  step: InfoStep
}

function contentOf(
  context: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  source: NonNullable<InfoPart['source']>,
  params: Narrowed,
  text: PartText,
  gate: ProjectGate | null,
): ReadableAtom<PartContent> {
  const $content =
    source.kind === 'list'
      ? listContent(context, { ...source, ref: params.ref ?? '', step: params.step }, text)
      : callContent(context, source, params, text)
  return gate ? behindGate<PartContent>(gate, $content, { status: 'loading' }) : $content
}

function callContent(
  context: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  { query, read, needs }: InfoSource & { kind: 'call' },
  params: Narrowed,
  text: PartText,
): ReadableAtom<PartContent> {
  const { queries } = context
  const $may = needs
    ? params.slug === undefined
      ? projectControlState(context, params.ref ?? '', needs, infoText.closed)
      : controlState(context, { ...needs, organizationSlug: params.slug }, infoText.closed)
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
    return isEmpty ? emptyContent(text, params.step) : content
  }
  if (!$may) return computed($data, show)
  return computed([$data, $may], (remote, { disabled, hint }): PartContent =>
    disabled && hint !== undefined ? { status: 'closed' } : show(remote),
  )
}
