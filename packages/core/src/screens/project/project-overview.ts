/** What the home of a project tells beyond its facts: findings of the advisors, what was opened, the last hours. */
import type { Lint, ProjectActivity, Report, ReportPoint } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { lintsQuery } from '../../data/insight.js'
import { reportQuery } from '../../data/reports.js'
import { projectActivityQuery, projectQuery } from '../../data/projects.js'
import type { Remote } from '../../kernel/query-store.js'
import { sizeText } from '../../rules/results/bytes.js'
import { HISTORY_HOURS, historyLine, type HistoryLine } from '../../rules/sql/history-line.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import type { TabType } from '../../rules/shell/tabs.js'
import { projectText } from '../../text/project.js'
import { tabsText } from '../../text/tabs.js'
import type { Needs } from '../context.js'

export interface FindingsView {
  /** Of each level that has some. */
  counts: { key: Lint['level']; label: string; tone: StatusTone }[]
  /** The most serious ones. */
  top: { key: string; title: string; detail: string; href: string; tone: StatusTone }[]
  /** How many more there are. */
  more: number
  securityErrors: number
  links: { key: string; label: string; href: string }[]
}

export type FindingsState =
  /** The database can't be asked now. */
  | { status: 'closed' }
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | ({ status: 'ready' } & FindingsView)

export interface RecentView {
  id: string
  label: string
  kind: string
  type: TabType
  href: string
  /** ISO 8601. */
  at: string
}

/** A measure over the last hours, ready to be drawn. */
export interface HistoryView {
  key: 'size' | 'connections' | 'calls' | 'queries'
  label: string
  now: string
  /** Null: too little was measured yet. */
  line: HistoryLine | null
  /** The line in words. */
  told: string
}

export interface ProjectOverview {
  readonly $findings: ReadableAtom<FindingsState>
  /** What one opened here last, the newest first. */
  readonly $recent: ReadableAtom<RecentView[]>
  /** Empty while nothing is known of the database. */
  readonly $history: ReadableAtom<HistoryView[]>
  /** Where more of it is shown. */
  readonly reportsHref: string
}

const HOUR_MS = 60 * 60 * 1000
/** What is added up over the hours. */
const COUNTED = ['API_REQUESTS', 'QUERIES'] as const
const TOP_MAX = 3
const RECENT_MAX = 6
const LEVELS = ['ERROR', 'WARN', 'INFO'] as const
const TONES: Record<Lint['level'], StatusTone> = { ERROR: 'bad', WARN: 'busy', INFO: 'quiet' }

export function createProjectOverview(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'tabs'>,
  ref: string,
): ProjectOverview {
  const { client, queries, router, tabs, host } = context
  const $project = queries.store(projectQuery(client, ref))
  const $isUp = computed(
    $project,
    (project) => project.status === 'ready' && project.data.status === 'ACTIVE_HEALTHY',
  )
  const $lints = queries.follow(computed($isUp, (isUp) => (isUp ? lintsQuery(client, ref) : null)))
  const advisors = {
    SECURITY: router.href('securityAdvisor', { ref }),
    PERFORMANCE: router.href('performanceAdvisor', { ref }),
  }
  const { $recent, hrefOf } = tabs.of(ref)
  const now = host.clock.now()
  // Whole hours: who comes back meanwhile is shown what is known, and asks again behind it.
  const lastDay = {
    from: Math.floor(now / HOUR_MS - HISTORY_HOURS + 1) * HOUR_MS,
    to: Math.ceil(now / HOUR_MS) * HOUR_MS,
  }
  return {
    reportsHref: router.href('reports', { ref }),
    $findings: computed($lints, (lints) => findingsOf(lints, advisors)),
    $recent: computed($recent, (items) =>
      items
        .toSorted((one, other) => other.timestamp - one.timestamp)
        .slice(0, RECENT_MAX)
        .map((item) => ({
          id: item.id,
          label: item.label,
          kind: tabsText.kinds[item.type],
          type: item.type,
          href: hrefOf(item),
          at: new Date(item.timestamp).toISOString(),
        })),
    ),
    $history: computed(
      [
        queries.store(projectActivityQuery(client, ref)),
        queries.store(reportQuery(client, ref, lastDay, COUNTED)),
      ],
      (activity, report) => [
        ...(activity.status === 'ready' ? historyOf(activity.data, host.clock.now()) : []),
        ...(report.status === 'ready' ? countedOf(report.data, lastDay) : []),
      ],
    ),
  }
}

function findingsOf(
  remote: Remote<Lint[]> | null,
  advisors: Record<'SECURITY' | 'PERFORMANCE', string>,
): FindingsState {
  if (remote === null) return { status: 'closed' }
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return { status: 'failed', message: remote.error.message, retry: remote.retry }
  const of = (level: Lint['level']) =>
    remote.data.filter((lint) => lint.level === level && lint.dismissed === undefined)
  const advisorOf = ({ categories }: Lint) => (categories.includes('SECURITY') ? 'SECURITY' : 'PERFORMANCE')
  const inOrder = LEVELS.flatMap(of)
  return {
    status: 'ready',
    counts: LEVELS.flatMap((level) => {
      const count = of(level).length
      return count === 0
        ? []
        : [{ key: level, label: projectText.findings.count[level](count), tone: TONES[level] }]
    }),
    top: inOrder.slice(0, TOP_MAX).map((lint) => ({
      key: lint.cache_key,
      title: lint.title,
      detail: lint.detail,
      href: advisors[advisorOf(lint)],
      tone: TONES[lint.level],
    })),
    more: Math.max(0, inOrder.length - TOP_MAX),
    securityErrors: of('ERROR').filter((lint) => advisorOf(lint) === 'SECURITY').length,
    links: [
      { key: 'security', label: projectText.findings.advisors.SECURITY, href: advisors.SECURITY },
      { key: 'performance', label: projectText.findings.advisors.PERFORMANCE, href: advisors.PERFORMANCE },
    ],
  }
}

function historyOf({ history, database }: ProjectActivity, now: number): HistoryView[] {
  const measured = (key: 'size_bytes' | 'connections') => [
    ...history.map((sample) => ({ at: Date.parse(sample.at), value: sample[key] })),
    ...(database ? [{ at: now, value: database[key] }] : []),
  ]
  const view = (
    key: 'size' | 'connections',
    line: HistoryLine | null,
    shown: string | undefined,
    valueText: (value: number) => string,
  ): HistoryView[] =>
    shown === undefined && !line
      ? []
      : [
          {
            key,
            label: projectText.facts[key],
            now: shown ?? projectText.history.idle,
            line,
            told: line
              ? projectText.history.between(valueText(line.low), valueText(line.high), line.hours)
              : projectText.history.none,
          },
        ]
  return [
    ...view(
      'size',
      historyLine(measured('size_bytes'), now),
      database && sizeText(database.size_bytes),
      sizeText,
    ),
    ...view(
      'connections',
      historyLine(measured('connections'), now, 0),
      database && projectText.connections(database.connections, database.max_connections),
      String,
    ),
  ]
}

/** What was counted in each hour, and all of it beside the day before. */
function countedOf({ series }: Report, { from, to }: { from: number; to: number }): HistoryView[] {
  return (['calls', 'queries'] as const).map((key, index) => {
    const counted = series.find(({ name }) => name === COUNTED[index])
    const total = sumOf(counted?.points ?? [])
    const inHour = new Map(counted?.points.map((point) => [Date.parse(point.at), point.sum]))
    const hours = Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS)
    return {
      key,
      label: projectText.history.counted[key],
      now: projectText.history.count(total),
      line:
        total === 0
          ? null
          : historyLine(
              hours.map((at) => ({ at, value: inHour.get(at) ?? 0 })),
              to,
              0,
            ),
      told: projectText.history.change(total, sumOf(counted?.before ?? [])),
    }
  })
}

function sumOf(points: readonly ReportPoint[]): number {
  return points.reduce((sum, point) => sum + point.sum, 0)
}
