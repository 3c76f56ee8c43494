/** Messages to hosts outside that are sent until they are accepted, and each attempt. */
import type { ControlMigration } from './control-migration.js'

export const DELIVERIES: ControlMigration = {
  id: 22,
  name: 'deliveries',
  sql: `
    create table control.deliveries (
      -- Also the webhook-id, at each attempt.
      id uuid primary key,
      project_id bigint references control.projects on delete cascade,
      -- Sealed: address, headers, secrets and body.
      request text not null,
      status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      -- While it is claimed: when the claim is over. Null: it is done.
      due_at timestamptz default now(),
      claim uuid,
      created_at timestamptz not null default now()
    );
    create index on control.deliveries (due_at) where due_at is not null;
    create index on control.deliveries (project_id, created_at);
    create table control.delivery_attempts (
      delivery_id uuid not null references control.deliveries on delete cascade,
      claim uuid not null,
      at timestamptz not null default now(),
      -- Null: the process ended before it knew, or there was no answer.
      took_ms integer,
      status integer,
      reason text,
      answer text,
      primary key (delivery_id, claim)
    );
  `,
}
