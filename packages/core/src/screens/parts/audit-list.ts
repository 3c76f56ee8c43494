/** A part of the audit log: who did what to what, searched, page by page, each entry with its details, and as a file. */
import type { AuditChoices, AuditEntry, AuditPage } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createSearchedList } from '../../kernel/searched-list.js'
import type { Paged, PagedQuery } from '../../kernel/paged.js'
import type { QueryData } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import {
  AUDIT_LISTS,
  auditChoices,
  isAuditFiltered,
  NO_AUDIT_FILTER,
  type AuditFilter,
  type AuditListName,
} from '../../rules/organization/audit-filter.js'
import { csvOf } from '../../rules/import/csv.js'
import { errorText } from '../../text/errors.js'
import { organizationText } from '../../text/organization.js'
import { exactTime } from '../../text/time.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'

const text = organizationText.audit

/** One entry. `at` is ISO 8601. */
export interface AuditRow {
  id: number
  at: string
  who: string
  action: string
  target: string
  /** Where it was asked from. */
  address: string
}

/** What the list shows. */
export type AuditRows =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body?: string; mayClear?: true }
  | {
      status: 'ready'
      rows: AuditRow[]
      hasMore: boolean
      loadingMore: boolean
      outdated: boolean
      problem?: string
    }

/** One entry, whole. */
export interface OpenEntry {
  title: string
  facts: { label: string; value: string; isCode?: boolean }[]
  /** What changed, field by field. */
  changes: { field: string; value: string }[]
}

/** One of the lists that narrow the log. */
export interface AuditFilterView {
  kind: AuditListName
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
}

/** Entries of an audit log, searched and read page by page. */
export interface AuditList extends Disposable {
  readonly $rows: ReadableAtom<AuditRows>
  /** How long entries are kept, in days; null until it is known. */
  readonly $retentionDays: ReadableAtom<number | null>
  readonly $search: ReadableAtom<string>
  /** What the log can be narrowed to, as far as its entries differ in it. */
  readonly $filters: ReadableAtom<readonly AuditFilterView[]>
  /** `2026-01-31`, of UTC; empty: every day. */
  readonly $day: ReadableAtom<string>
  readonly $open: ReadableAtom<OpenEntry | null>
  search(words: string): void
  /** @param value one of the choices; empty: all */
  narrow(kind: keyof AuditFilter, value: string): void
  /** Looks for everything again. */
  clear(): void
  loadMore(): void
  open(id: number): void
  close(): void
  /** Saves the entries that are shown as a file. */
  download(): void
}

/** `refused`: the role may not read it, and nothing is asked. */
export type AuditRemote = Paged<AuditPage, AuditEntry> | { status: 'refused' }

export interface AuditListOptions {
  query(search: string, filter: AuditFilter): PagedQuery<AuditPage, AuditEntry, string>
  /** Asks what the log can be narrowed to. */
  choices: QueryData<AuditPage>
  /** Of the file that is saved. */
  fileName: string
  noneBody: string
  /** What a role may not read is not asked for. */
  whileAllowed?($paged: ReadableAtom<Paged<AuditPage, AuditEntry>>): ReadableAtom<AuditRemote>
}

export function createAuditList(
  { queries, host }: Needs<'host' | 'queries'>,
  { query, choices, fileName, noneBody, whileAllowed = ($paged) => $paged }: AuditListOptions,
): AuditList {
  const $openId = atom<number | null>(null)
  const $filter = atom(NO_AUDIT_FILTER)
  const found = createSearchedList({ queries, host }, (words) => query(words, $filter.get()), $filter)
  const $list = whileAllowed(found.$list)
  // What may not be read is not asked for.
  const $choices = queries.follow(
    computed($list, ({ status }) => (status === 'ready' || status === 'failed' ? choices : null)),
  )

  return {
    $search: found.$search,
    $rows: computed([$list, found.$words, $filter], (remote, words, filter) =>
      rowsOf(remote, words !== '' || isAuditFiltered(filter), noneBody),
    ),
    $filters: computed([$choices, $filter], (remote, filter) =>
      remote?.status === 'ready' && remote.data.choices ? filtersOf(remote.data.choices, filter) : [],
    ),
    $day: computed($filter, ({ day }) => day),
    narrow: (kind, value) => $filter.set({ ...$filter.get(), [kind]: value }),
    $retentionDays: computed($list, (remote) =>
      remote.status === 'ready' ? remote.page.retention_days : null,
    ),
    $open: computed([$list, $openId], (remote, id) => {
      const entry = remote.status === 'ready' ? remote.items.find((other) => other.id === id) : undefined
      return entry ? openEntry(entry) : null
    }),
    search: found.search,
    clear() {
      $filter.set(NO_AUDIT_FILTER)
      found.clear()
    },
    loadMore: found.loadMore,
    open: (id) => $openId.set(id),
    close: () => $openId.set(null),
    download() {
      const remote = $list.get()
      if (remote.status !== 'ready' || remote.items.length === 0) return
      const csv = csvOf([CSV_HEAD, ...remote.items.map(csvRow)])
      host.files.save({ name: fileName, type: 'text/csv', text: csv })
    },
    dispose: found.dispose,
  }
}

function filtersOf(choices: AuditChoices, filter: AuditFilter): AuditFilterView[] {
  return AUDIT_LISTS.flatMap((kind) => {
    const listed = auditChoices(choices, kind, filter[kind])
    if (listed.length === 0) return []
    const named = listed.map(({ id, name }) => ({ value: id, label: name || shellText.thePlatform }))
    return [
      {
        kind,
        label: text.filters[kind],
        value: filter[kind],
        choices: [{ value: '', label: text.anyOf[kind] }, ...named],
      },
    ]
  })
}

function rowsOf(remote: AuditRemote, isNarrowed: boolean, noneBody: string): AuditRows {
  if (remote.status === 'refused') return { status: 'empty', title: text.mayNotRead }
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
  const { items, hasMore, loadingMore, outdated, staleError } = remote
  if (items.length === 0 && !outdated)
    return isNarrowed
      ? { status: 'empty', title: text.noMatch, mayClear: true }
      : { status: 'empty', title: text.none, body: noneBody }
  return {
    status: 'ready',
    rows: items.map((entry) => ({
      id: entry.id,
      at: entry.occurred_at,
      who: actorOf(entry),
      action: entry.action,
      target: entry.target,
      address: entry.ip ?? text.noAddress,
    })),
    hasMore,
    loadingMore,
    outdated,
    ...(staleError ? { problem: errorText.sentence(text.failed, staleError.message) } : {}),
  }
}

function openEntry(entry: AuditEntry): OpenEntry {
  const { actor, token, project_ref, organization_name } = entry
  return {
    title: entry.action,
    facts: [
      { label: text.facts.when, value: exactTime(Date.parse(entry.occurred_at)) },
      { label: text.facts.who, value: [actorOf(entry), actor?.email].filter(Boolean).join(' · ') },
      ...(token === undefined ? [] : [{ label: text.facts.token, value: token.name }]),
      { label: text.facts.target, value: entry.target },
      ...(organization_name === undefined
        ? []
        : [{ label: text.facts.organization, value: organization_name }]),
      ...(project_ref === undefined ? [] : [{ label: text.facts.project, value: project_ref, isCode: true }]),
      { label: text.facts.ip, value: entry.ip ?? text.unknown, isCode: true },
      { label: text.facts.request, value: entry.request_id ?? text.unknown, isCode: true },
    ],
    changes: Object.entries(entry.detail).map(([field, value]) => ({ field, value: shown(value) })),
  }
}

function actorOf({ actor, token }: AuditEntry): string {
  const name = actor?.name ?? shellText.thePlatform
  return token === undefined ? name : text.byToken(name, token.name)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const CSV_HEAD = [
  'id',
  'occurred_at',
  'actor',
  'email',
  'token',
  'action',
  'target',
  'organization',
  'project_ref',
  'detail',
  'ip',
  'request_id',
]

function csvRow(entry: AuditEntry): string[] {
  const { actor, token, detail } = entry
  return [
    String(entry.id),
    entry.occurred_at,
    actor?.name ?? '',
    actor?.email ?? '',
    token?.name ?? '',
    entry.action,
    entry.target,
    entry.organization_name ?? '',
    entry.project_ref ?? '',
    Object.keys(detail).length === 0 ? '' : JSON.stringify(detail),
    entry.ip ?? '',
    entry.request_id ?? '',
  ]
}
