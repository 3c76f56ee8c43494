/** A part of the page of reports: the calls of the API by route. */
import type { RouteCalls, RouteReport } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import type { Remote } from '../../kernel/query-store.js'
import { createSortedList, type SortedList, type SortValues } from '../../kernel/sorting.js'
import { growthOf } from '../../rules/project/report-charts.js'
import { reportsText as text } from '../../text/reports.js'

/** One route as its row shows it. */
export interface RouteRow {
  key: string
  service: string
  /** With its method: `GET /rest/v1/read`. */
  route: string
  calls: number
  refused: number
  failed: number
  p95Ms: number
  /** Against the period before; empty: nothing can be said. */
  growth: string
  /** The lines of its calls. */
  href: string
}

/** The routes with the most calls. */
export interface RouteCallsPart {
  readonly routes: SortedList<RouteRow>
  /** What is missing; empty: nothing. */
  readonly $notes: ReadableAtom<readonly string[]>
}

const SORTED: SortValues<RouteRow> = {
  service: ({ service }) => service,
  route: ({ route }) => route,
  calls: ({ calls }) => calls,
  refused: ({ refused }) => refused,
  failed: ({ failed }) => failed,
  p95: ({ p95Ms }) => p95Ms,
}
const DAY_MS = 24 * 60 * 60_000

/** @param linesOf gives the address of the lines of a route */
export function createRouteCalls(
  $found: ReadableAtom<Remote<RouteReport> | null>,
  $bounds: ReadableAtom<{ from: number; to: number }>,
  linesOf: (route: RouteCalls) => string,
): RouteCallsPart {
  const $rows = computed($found, (found): Remote<RouteRow[]> => {
    if (found?.status !== 'ready') return found ?? { status: 'loading' }
    return { ...found, data: found.data.routes.map((route) => rowOf(route, linesOf(route))) }
  })
  return {
    routes: createSortedList($rows, SORTED, { largestFirst: ['calls', 'refused', 'failed', 'p95'] }),
    $notes: computed([$found, $bounds], (found, { from, to }) => {
      if (found?.status !== 'ready') return []
      const { status, kept_days, is_sample, processes_away } = found.data
      if (status.state !== 'kept') return [text.routes.notKept]
      return [
        ...(to - from > kept_days * DAY_MS ? [text.routes.kept(kept_days)] : []),
        ...(is_sample ? [text.routes.sample] : []),
        ...(processes_away > 0 ? [text.routes.away] : []),
      ]
    }),
  }
}

function rowOf(calls: RouteCalls, href: string): RouteRow {
  const { service, method, route, calls: count, calls_before: before, refused, failed, p95_ms } = calls
  const growth = growthOf(count, before)
  return {
    key: `${method} ${route}`,
    service: text.routes.services[service],
    route: `${method} ${route.replace('/{ref}', '')}`,
    calls: count,
    refused,
    failed,
    p95Ms: p95_ms,
    growth: growth === null ? '' : text.growth(growth),
    href,
  }
}
