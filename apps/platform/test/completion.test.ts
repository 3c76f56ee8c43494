/** The editor's catalogue queries on real databases: complete, in pages, and limited to the user's rights. */
import { COMPLETION_STATEMENTS } from '@basedeck/core/sql'
import { newId, queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const { enums, foreignKeys, functions, names, relations, pageSize } = COMPLETION_STATEMENTS

const FIXTURE = `
create schema "odd ""schema""";
create table public.people (id bigint not null, "Full name" varchar(20), tags text[], gone int);
alter table public.people drop column gone;
comment on table public.people is 'Who';
comment on column public.people.id is 'the number';
create view "odd ""schema"".v" as select 1 as one;
create function public.total(a int, b int default 2) returns setof int language sql as 'select a + b';
comment on function public.total(int, int) is 'Adds up';
create function public.stamp() returns trigger language plpgsql as $$ begin return new; end $$;
create type public.mood as enum ('sad', 'ok', 'it''s fine');
alter table public.people add unique (id, "Full name");
create table public.visits (person bigint, name varchar(20), foreign key (person, name) references public.people (id, "Full name"));
create schema many;
do $$ begin for i in 1..1100 loop execute format('create table many.%I (a int)', 'm_' || i); end loop; end $$;`

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`the help's catalogue on ${kind}`, () => {
    let running: RunningApp

    const rowsOf = async (
      { query, parameters }: { query: string; parameters: (string | null)[] },
      readOnly = true,
    ) => {
      const body = { query, parameters, readOnly, runId: newId() }
      const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
      return results[0]?.rows ?? []
    }
    const allRelations = async () => {
      const all: (string | null)[][] = []
      for (let after = ''; ; after = all.at(-1)?.[0] ?? '') {
        const page = await rowsOf(relations(after))
        all.push(...page)
        if (page.length < pageSize) return all
      }
    }

    beforeAll(async () => {
      running = await runApp(kind)
      for (const query of FIXTURE.split(/;\n/)) await rowsOf({ query, parameters: [] }, false)
    })
    afterAll(() => running.stop())

    test('every relation once, over its pages, with its columns in their order', async () => {
      const found = await allRelations()
      const labels = found.map(([, schema, name]) => `${schema}.${name}`)
      expect(new Set(labels).size).toBe(labels.length)
      expect(labels.filter((label) => label.startsWith('many.'))).toHaveLength(1100)
      const people = found.find(([, , name]) => name === 'people')
      expect(people?.slice(1, 5)).toEqual(['public', 'people', 'r', 'Who'])
      expect(JSON.parse(people?.[5] ?? '')).toEqual([
        ['id', 'bigint', true, 'the number'],
        ['Full name', 'character varying(20)', false, null],
        ['tags', 'text[]', false, null],
      ])
      expect(labels.some((label) => /^pg_(toast|temp)/.test(label))).toBe(false)
    })

    test('functions with their parameters; those of operators and of PostgreSQL’s own triggers have no callers', async () => {
      const found = await rowsOf(functions)
      expect(found).toContainEqual([
        'public',
        'total',
        'a integer, b integer DEFAULT 2',
        'SETOF integer',
        'Adds up',
      ])
      expect(found.map(([, name]) => name)).toContain('count')
      expect(found).toContainEqual(['public', 'stamp', '', 'trigger', null])
      expect(found.map(([, name]) => name)).not.toContain('RI_FKey_check_ins')
      expect(found.map(([, name]) => name)).not.toContain('int4pl')
    })

    test('foreign keys with their columns in order, labels of enums, and roles', async () => {
      const keys = await rowsOf(foreignKeys)
      expect(keys.find(([, name]) => name === 'visits')).toEqual([
        'public',
        'visits',
        '["person", "name"]',
        'public',
        'people',
        '["id", "Full name"]',
      ])
      const labels = await rowsOf(enums)
      expect(labels.filter(([type]) => type === 'mood').map(([, label]) => label)).toEqual([
        'sad',
        'ok',
        "it's fine",
      ])
      const roles = (await rowsOf(names)).filter(([is]) => is === 'role').map(([, name]) => name)
      expect(roles).toEqual(expect.arrayContaining(['anon', 'authenticated']))
      expect(roles.some((name) => name?.startsWith('pg_'))).toBe(false)
    })

    test('schemas, the search path in its order, and types as PostgreSQL writes them', async () => {
      const found = await rowsOf(names)
      const named = (is: string) => found.filter(([kind]) => kind === is).map(([, name]) => name)
      expect(named('schema')).toContain('odd "schema"')
      expect(named('path').indexOf('pg_catalog')).toBeLessThan(named('path').indexOf('public'))
      expect(named('type')).toEqual(expect.arrayContaining(['bigint', 'timestamp with time zone', 'mood']))
    })
  })
}
