/** What `quietStatements` does, in a copy on a server where the user of the URL need not be a superuser. */
import type pg from 'pg'
import { quoteLiteral } from '@basedeck/sql-guard/quoting'
import { askServer } from '../../engines/server/ask-server.js'
import { PASSING_COLUMNS, PASSING_TABLES } from '../quiet-copy.js'

const LIMIT_MS = 600_000

/** One transaction, on the disk when it has ended. @throws DatabaseError, EngineError; another database stays as it is */
export async function quietOnServer(config: pg.ClientConfig, database: string): Promise<void> {
  await askServer(config, quietSql(database), LIMIT_MS)
}

const texts = (all: readonly string[]) => all.map((text) => quoteLiteral(text)).join(', ')

/** Triggers that members made on these tables don't fire: they would act as the user of the URL, and could act outside. */
const quietSql = (database: string) => `do $quiet$
  declare one record; trigger record; states text[]; part text;
  begin
    perform pg_catalog.set_config('search_path', 'pg_catalog', true);
    perform pg_catalog.set_config('synchronous_commit', 'on', true);
    if pg_catalog.current_database() <> ${quoteLiteral(database)} then
      raise exception 'this is not the copy';
    end if;
    if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      perform pg_catalog.set_config('session_replication_role', 'replica', true);
    end if;
    for one in select c.oid, c.relname, pg_catalog.format('%I.%I', n.nspname, c.relname) as name
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'auth' and c.relname in ('users', ${texts(PASSING_TABLES)}) loop
      states := '{}';
      for trigger in select tgname, tgenabled from pg_catalog.pg_trigger
        where tgrelid = one.oid and not tgisinternal and tgenabled <> 'D' loop
        states := states || pg_catalog.format('alter table %s enable %s trigger %I', one.name,
          case trigger.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, trigger.tgname);
        execute pg_catalog.format('alter table %s disable trigger %I', one.name, trigger.tgname);
      end loop;
      if one.relname = 'users' then
        for part in select attname from pg_catalog.pg_attribute
          where attrelid = one.oid and not attisdropped and attname in (${texts(PASSING_COLUMNS)}) loop
          execute pg_catalog.format('update %1$s set %2$I = %3$L where %2$I <> %3$L', one.name, part, '');
        end loop;
      else
        execute 'delete from ' || one.name;
      end if;
      foreach part in array states loop execute part; end loop;
    end loop;
    if pg_catalog.to_regclass('cron.job') is not null then
      execute 'update cron.job set active = false where active';
    end if;
  end $quiet$`
