/** Calls of the projects' API by route, counted over their lines. */
import { ROUTES_SHOWN, type ProjectService, type RouteCalls } from '@basedeck/platform-client/contract'
import type { SqlAnswer } from './ask-sql.js'

/** Counts the calls since a moment, and those before it. @param from milliseconds since 1970 */
export function routeCallsSql(from: number): string {
  const moment = new Date(from).toISOString().slice(0, -1).replace('T', ' ')
  return `with calls as (
      select source, fields->>'$.method' as method, fields->>'$.route' as route,
        try_cast(fields->>'$.status' as integer) as status, try_cast(fields->>'$.ms' as double) as ms,
        time >= timestamp '${moment}' as is_now
      from logs)
    select source, method, route, count(*) filter (is_now) as calls,
      count(*) filter (is_now and status between 400 and 499) as refused,
      count(*) filter (is_now and status >= 500) as failed,
      quantile_cont(ms, 0.95) filter (is_now) as p95, count(*) filter (not is_now) as earlier
    from calls where route like '/{ref}/%' and status is not null
    group by source, method, route having count(*) filter (is_now) > 0
    order by calls desc, route, method limit ${ROUTES_SHOWN}`
}

/** @param isBeforeKept the lines of the period before are all kept */
export function routeCallsOf({ rows }: Pick<SqlAnswer, 'rows'>, isBeforeKept: boolean): RouteCalls[] {
  return rows.map(([service, method, route, calls, refused, failed, p95, earlier]) => ({
    service: service as ProjectService,
    route: String(route),
    method: String(method),
    calls: Number(calls),
    refused: Number(refused),
    failed: Number(failed),
    p95_ms: Math.round(Number(p95 ?? 0) * 10) / 10,
    calls_before: isBeforeKept ? Number(earlier) : null,
  }))
}

/** Joins what several processes counted. Of their times the highest is told. */
export function mergedRoutes(parts: readonly (readonly RouteCalls[])[]): RouteCalls[] {
  const merged = new Map<string, RouteCalls>()
  for (const one of parts.flat()) {
    const key = `${one.method} ${one.route}`
    const known = merged.get(key)
    merged.set(key, known ? sumOf(known, one) : one)
  }
  return [...merged.values()]
    .sort((one, other) => other.calls - one.calls || (one.route < other.route ? -1 : 1))
    .slice(0, ROUTES_SHOWN)
}

function sumOf(one: RouteCalls, other: RouteCalls): RouteCalls {
  const [before, otherBefore] = [one.calls_before, other.calls_before]
  return {
    ...one,
    calls: one.calls + other.calls,
    refused: one.refused + other.refused,
    failed: one.failed + other.failed,
    p95_ms: Math.max(one.p95_ms, other.p95_ms),
    calls_before: before === null || otherBefore === null ? null : before + otherBefore,
  }
}
