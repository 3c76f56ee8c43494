/** Queries over the lines of logs, in the SQL of DuckDB. Each runs unchanged. */

/** Names of the queries. */
export type LogTemplateId = 'errors' | 'slow' | 'statuses' | 'callers' | 'sources' | 'postgres'

/** By name, in the order in which they are offered. */
export const LOG_TEMPLATES: Readonly<Record<LogTemplateId, string>> = {
  errors: `select fields->>'route' as route, source, count(*) as errors
from logs
where level = 'error'
group by all
order by errors desc
limit 50`,
  slow: `select
  fields->>'route' as route,
  count(*) as calls,
  round(quantile_cont((fields->>'ms')::double, 0.5), 1) as p50_ms,
  round(quantile_cont((fields->>'ms')::double, 0.95), 1) as p95_ms
from logs
where fields->>'ms' is not null
group by all
order by p95_ms desc
limit 50`,
  statuses: `select
  time_bucket(interval '1 minute', time) as minute,
  count(*) filter (where (fields->>'status')::int < 400) as fine,
  count(*) filter (where (fields->>'status')::int between 400 and 499) as refused,
  count(*) filter (where (fields->>'status')::int >= 500) as failed
from logs
where fields->>'status' is not null
group by all
order by minute`,
  callers: `select coalesce(fields->>'account', fields->>'ip') as caller, count(*) as calls
from logs
where fields->>'route' is not null
group by all
order by calls desc
limit 20`,
  sources: `select time_bucket(interval '1 hour', time) as hour, source, count(*) as lines
from logs
group by all
order by hour, source`,
  postgres: `select time, level, fields->>'code' as code, message
from logs
where source = 'postgres'
order by time desc
limit 100`,
}
