/** `/project/{ref}/reports`: what was measured and counted of a project, compared with the period before. SPEC §2 */
import type { Report } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../../data/projects.js'
import { reportQuery, routeReportQuery } from '../../data/reports.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import { csvOf } from '../../rules/import/csv.js'
import { rangeBounds, readLogRange } from '../../rules/logs/log-range.js'
import {
  growthOf,
  REPORT_GROUPS,
  reportChart,
  type ReportChart,
  type ReportChartData,
  type ReportChartId,
  type ReportGroupId,
  type ReportUnit,
} from '../../rules/project/report-charts.js'
import { figureOfChart } from '../../rules/project/alert-figures.js'
import { scrapeConfig } from '../../rules/project/scrape-config.js'
import { sizeText } from '../../rules/results/bytes.js'
import { reportsText as text } from '../../text/reports.js'
import { axisTimes, exactTime } from '../../text/time.js'
import type { Needs } from '../context.js'
import { createInfoPage, type InfoPageScreen } from '../info-pages/info-page.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createRouteCalls, type RouteCallsPart } from './route-calls.js'
import { createOwnReportsList, type OwnReportsList, type OwnReportsNeeds } from './own-reports.js'

/** One chart, as it is drawn. */
export interface ReportChartView {
  id: string
  title: string
  /** The sum, or the peak, and how it compares; empty: nothing was measured. */
  summary: string
  labels: string[]
  /** What stands below the axis. */
  axis: string[]
  series: { name: string; values: (number | null)[]; before: (number | null)[] }[]
  marks: { at: number; text: string }[]
  unit: ReportUnit
  /** Where the chart’s figure becomes an alert; null: it can’t. */
  alertHref: string | null
}

/** What the page shows of a time. */
export interface ReportView {
  groups: { id: ReportGroupId; title: string; charts: ReportChartView[] }[]
  changes: { key: string; at: string; text: string }[]
}

/** The page of reports; its parts are the database as it is now. */
export interface ReportsScreen extends InfoPageScreen {
  readonly gate: ProjectGate
  /** The reports that people made. */
  readonly own: OwnReportsList
  readonly $range: ReadableAtom<string>
  /** @param value one of `text.ranges` */
  setRange(value: string): void
  refresh(): void
  readonly $report: ReadableAtom<Remote<ReportView>>
  readonly calls: RouteCallsPart
  /** What is written into the configuration of Prometheus; null: not known yet. */
  readonly $scrapeConfig: ReadableAtom<string | null>
  /** False when the host does not allow it. */
  copyScrapeConfig(): Promise<boolean>
  amountText(unit: ReportUnit, amount: number): string
  saveCsv(chart: ReportChartView): void
  /** Saves a drawing as a PNG; does nothing where the host draws none. */
  savePng(chart: ReportChartView, picture: { svg: string; width: number; height: number }): Promise<void>
}

const USUAL = '1d'
const DAY_MS = 24 * 60 * 60_000

export function createReports(
  context: OwnReportsNeeds & Needs<'$runtime' | 'formDrafts'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ReportsScreen {
  const { host, client, queries, router } = context
  const asked = new URLSearchParams(router.$route.get().location.search).get('time')
  const $range = atom(text.ranges.find(({ value }) => value === asked)?.value ?? USUAL)
  const $now = atom(host.clock.now())
  const names = REPORT_GROUPS.flatMap(({ charts }) => charts.flatMap(({ series }) => series))
  const $bounds = computed([$range, $now], (range, now) => {
    const read = readLogRange(range, { now, offsetMinutes: 0 }) ?? { type: 'last', ms: DAY_MS }
    return rangeBounds(read, now)
  })
  const $found = queries.follow(computed($bounds, (bounds) => reportQuery(client, ref, bounds, names)))
  let shown: Remote<ReportView> | undefined
  const alertHref = (chart: ReportChartId) => {
    const figure = figureOfChart(chart)
    return figure === undefined ? null : `${router.href('logDrains', { ref })}?alert-figure=${figure}`
  }
  const $routes = queries.follow(computed($bounds, (bounds) => routeReportQuery(client, ref, bounds)))
  const calls = createRouteCalls($routes, $bounds, ({ method, route }) => {
    const words = `route:"${route}" method:${method}`
    return `${router.href('logs', { ref })}?${new URLSearchParams({ q: words }).toString()}`
  })
  const $scrapeConfig = computed(queries.store(projectQuery(client, ref)), (project) =>
    project.status === 'ready' ? scrapeConfig({ ref, address: project.data.restUrl }) : null,
  )
  const now = createInfoPage(context, { ref, title, gate, page: 'reports' })
  return {
    ...now,
    gate,
    own: createOwnReportsList(context, ref),
    $range,
    setRange(value) {
      $range.set(value)
      $now.set(host.clock.now())
      const { pathname } = router.$route.get().location
      router.open(value === USUAL ? pathname : `${pathname}?time=${value}`, { replace: true })
    },
    refresh: () => $now.set(host.clock.now()),
    $report: computed([$found, $bounds], (found, bounds): Remote<ReportView> => {
      // What was read last stays until the next is there.
      if (found === null || found.status === 'loading') return shown ?? { status: 'loading' }
      if (found.status === 'failed') return found
      shown = { ...found, data: reportView(found.data, bounds, alertHref) }
      return shown
    }),
    calls,
    $scrapeConfig,
    async copyScrapeConfig() {
      const config = $scrapeConfig.get()
      return config !== null && copyText(host, config)
    },
    amountText,
    saveCsv({ id, labels, series }) {
      const head = [text.step, ...series.map(({ name }) => name)]
      const rows = labels.map((label, at) => [label, ...series.map(({ values }) => String(values[at] ?? ''))])
      host.files.save({ name: `${ref}-${id}.csv`, type: 'text/csv', text: csvOf([head, ...rows]) })
    },
    async savePng({ id }, picture) {
      const blob = await host.files.rasterize?.(picture)
      if (blob) host.files.save({ name: `${ref}-${id}.png`, type: 'image/png', text: '', blob })
    },
  }
}

function amountText(unit: ReportUnit, amount: number): string {
  if (unit === 'bytes') return sizeText(amount)
  if (unit === 'ms') return text.milliseconds(amount)
  return unit === 'percent' ? text.percent(amount) : new Intl.NumberFormat('en-US').format(Math.round(amount))
}

function reportView(
  report: Report,
  bounds: { from: number; to: number },
  alertHref: (chart: ReportChartId) => string | null,
): ReportView {
  return {
    groups: REPORT_GROUPS.map(({ id, charts }) => ({
      id,
      title: text.groups[id],
      charts: charts.map((chart) => ({
        ...chartView(chart, reportChart(chart, report, bounds)),
        alertHref: alertHref(chart.id),
      })),
    })),
    changes: report.changes.map(({ at, action, target }, index) => ({
      key: `${index} ${at}`,
      at,
      text: text.change(action, target),
    })),
  }
}

function chartView(data: ReportChartData, chart: ReportChart): Omit<ReportChartView, 'alertHref'> {
  return {
    id: data.id,
    title: text.charts[data.id],
    summary: summaryOf(data, chart),
    labels: chart.steps.map((at) => exactTime(at)),
    axis: axisTimes(chart.steps),
    series: chart.lines.map(({ name, ...values }) => ({ name: text.series[name], ...values })),
    marks: chart.marks.map(({ at, action, target }) => ({ at, text: text.change(action, target) })),
    unit: data.unit,
  }
}

function summaryOf({ value, unit }: ReportChartData, { figure, figureBefore }: ReportChart): string {
  if (figure === null) return ''
  const amount = amountText(unit, figure)
  const told = value === 'share' ? text.mean(amount) : value === 'sum' ? text.sum(amount) : text.peak(amount)
  const growth = growthOf(figure, figureBefore)
  return growth === null ? told : `${told}, ${text.growth(growth)}`
}
