/** What is measured of machines, and alerts on a SELECT over the lines and on figures of the reports. */
import type { ControlMigration } from './control-migration.js'

export const HOSTS_AND_ALERTS: ControlMigration = {
  id: 46,
  name: 'hosts and alerts',
  sql: `
    create table control.host_series (
      installation_id text not null,
      series text not null,
      resolution text not null check (resolution in ('minute', 'hour', 'day')),
      at timestamptz not null,
      count bigint not null,
      sum numeric not null,
      min numeric not null,
      max numeric not null,
      last numeric not null,
      last_at timestamptz not null,
      primary key (installation_id, series, resolution, at)
    );
    alter table control.log_alerts
      -- What query is: a search, a SELECT, or the name of a figure.
      add column kind text not null default 'lines' check (kind in ('lines', 'sql', 'figure')),
      -- Why it can't be checked; null: it can.
      add column problem text,
      alter column amount type double precision,
      alter column value type double precision;
    alter table control.log_alert_events
      add column kind text not null default 'lines',
      add column query text not null default '',
      -- Of the time in which it could not be checked; null: it fired.
      add column problem text,
      alter column amount type double precision,
      alter column value type double precision,
      alter column value drop not null;
    update control.log_alert_events e set query = a.query from control.log_alerts a where a.id = e.alert_id;
    drop index control.log_alert_events_alert_id_idx;
    create unique index on control.log_alert_events (alert_id, (problem is not null)) where ended_at is null;
    alter table control.log_drain_positions
      -- When people were told that it fails; null: they know of nothing.
      add column told_at timestamptz,
      -- Since when it fails; null: it does not.
      add column failing_since timestamptz;
  `,
}
