/** One store for what is measured and counted of projects, in the place of a table for samples and one for usage. */
import type { ControlMigration } from './control-migration.js'

export const SERIES: ControlMigration = {
  id: 28,
  name: 'series',
  sql: `
    -- What was measured or counted in a minute, an hour or a day (UTC) that begins at that moment.
    create table control.series (
      project_id integer not null references control.projects on delete cascade,
      series text not null,
      resolution text not null check (resolution in ('minute', 'hour', 'day')),
      at timestamptz not null,
      count bigint not null,
      sum numeric not null,
      min numeric not null,
      max numeric not null,
      -- The value that was measured last, and when. Null: it was measured before this was kept.
      last numeric not null,
      last_at timestamptz,
      primary key (project_id, series, resolution, at)
    );
    create index on control.series (resolution, at);

    insert into control.series
      select project_id, metric, 'day', day::timestamp at time zone 'UTC', 1, amount, amount, amount, amount, measured_at
      from control.usage;
    insert into control.series
      select project_id, series, resolution, date_trunc(resolution, at at time zone 'UTC') at time zone 'UTC',
        count(*), sum(value), min(value), max(value), (array_agg(value order by at desc))[1], max(at)
      from control.samples
        cross join lateral (values ('DATABASE_SIZE', size_bytes), ('CONNECTIONS', connections::bigint),
          ('STORAGE_SIZE', storage_bytes)) m (series, value)
        cross join (values ('minute'), ('hour')) r (resolution)
      where value is not null
      group by 1, 2, 3, 4;
    drop table control.usage;
    drop table control.samples;
  `,
}
