/** Runs don't leak: session state of one run is reset before the next. */
import type { EndedState } from '@basedeck/platform-client/contract'
import { describe, expect, test } from 'vitest'
import { newRunId, type Subject } from './subject.js'

const RESIDUES: [name: string, text: string, seen: string, expected: string | null][] = [
  ['a temporary table', 'create temp table residue (id int)', `select to_regclass('residue')`, null],
  ['a role', 'set role anon', 'select current_user', 'postgres'],
  ['a search path', `set search_path = 'x'`, `show search_path`, '"$user", public'],
  ['a date style', `set datestyle = 'German'`, `select '2020-02-01'::date`, '2020-02-01'],
  ['float digits', 'set extra_float_digits = -15', `select (1::float8 / 3)::text`, '0.3333333333333333'],
  ['a bytea form', `set bytea_output = 'escape'`, `select '\\x01'::bytea`, '\\x01'],
  ['an interval style', `set intervalstyle = 'iso_8601'`, `select '1 day'::interval`, '1 day'],
  [
    'a time zone',
    `set time zone 'Asia/Tokyo'`,
    `select '2020-01-01 00:00:00+00'::timestamptz`,
    '2020-01-01 00:00:00+00',
  ],
  [
    'a setting of one’s own',
    `set my.thing = 'x'`,
    `select nullif(current_setting('my.thing', true), '')`,
    null,
  ],
  [
    'an advisory lock',
    'select pg_advisory_lock(42)',
    `select count(*) from pg_locks where locktype = 'advisory'`,
    '0',
  ],
  ['a prepared statement', 'prepare residue as select 1', `select count(*) from pg_prepared_statements`, '0'],
  [
    'a held cursor',
    'declare residue cursor with hold for select 1',
    `select count(*) from pg_cursors where name = 'residue'`,
    '0',
  ],
  ['a channel', 'listen residue', `select count(*) from pg_listening_channels()`, '0'],
]

export function describeResets(subject: Subject): void {
  const { run, rows, value } = subject

  describe('resets', () => {
    test.each(RESIDUES)('%s does not reach the next run', async (_name, text, seen, expected) => {
      // The next run often gets the same connection; on a server, side by side, it may get another.
      await run(text)
      expect(await value(seen)).toBe(expected)
      await run(text).catch(() => {})
      expect(await value(seen, { readOnly: true })).toBe(expected)
    })

    test.each<[text: string, ended: EndedState[]]>([
      ['create temp table lost (id int)', [{ kind: 'temporary_table', name: 'lost' }]],
      ["set work_mem = '8MB'", [{ kind: 'setting', name: 'work_mem' }]],
      ["select set_config('my.thing', 'x', false)", [{ kind: 'setting', name: 'my.thing' }]],
      ['set role anon', [{ kind: 'role', name: 'anon' }]],
      ['prepare lost as select 1', [{ kind: 'prepared_statement', name: 'lost' }]],
      ['declare lost cursor with hold for select 1', [{ kind: 'cursor', name: 'lost' }]],
      ['listen lost', [{ kind: 'channel', name: 'lost' }]],
      ['select pg_advisory_lock(42)', [{ kind: 'advisory_lock', name: '42' }]],
      ['select pg_advisory_lock(-1)', [{ kind: 'advisory_lock', name: '-1' }]],
      ['select pg_advisory_lock(4, 2)', [{ kind: 'advisory_lock', name: '4, 2' }]],
      [
        "do $$ begin perform set_config('my.thing', 'x', false); create temp table lost (id int); end $$",
        [
          { kind: 'temporary_table', name: 'lost' },
          { kind: 'setting', name: 'my.thing' },
        ],
      ],
      ["begin; set local work_mem = '8MB'; commit", []],
      ['create temp table gone (id int); drop table gone', []],
      ["set work_mem = '8MB'; reset work_mem", []],
      ["begin; set work_mem = '8MB'", []],
      ['select 1', []],
    ])('what ended with the run is reported: %s', async (text, expected) => {
      expect((await run(text)).ended ?? []).toEqual(expected)
    })

    test('a READ ONLY run reports the locks that it took', async () => {
      const { ended } = await run('select pg_try_advisory_lock(42)', { readOnly: true })
      expect(ended).toEqual([{ kind: 'advisory_lock', name: '42' }])
    })

    test('an open transaction is rolled back and reported', async () => {
      await run('drop table if exists half; create table half (id int)')
      const outcome = await run('begin; insert into half values (1); select count(*) from half')
      expect(outcome.rolledBackOpenTransaction).toBe(true)
      expect(outcome.results.at(-1)?.rows).toEqual([['1']])
      expect(await rows('table half')).toEqual([])
      expect(await run('select 1')).not.toHaveProperty('rolledBackOpenTransaction')
    })

    test('a transaction that failed inside a text does not spoil the next run', async () => {
      await expect(run('begin; select 1 / 0')).rejects.toThrow('division by zero')
      expect(await value('select 1')).toBe('1')
    })

    test('a whole transaction inside a text is committed', async () => {
      await run(
        'drop table if exists whole; begin; create table whole (id int); insert into whole values (1); commit',
      )
      expect(await rows('table whole')).toEqual([['1']])
    })

    test('a session that ended itself is replaced', async () => {
      await run('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
      expect(await value('select 1')).toBe('1')
    })

    test('an id is free again when its run has ended', async () => {
      const runId = newRunId()
      for (const query of ['select 1', 'select broken', 'select 2']) {
        await subject.database.run({ runId, query }).catch(() => {})
      }
      expect(await subject.database.cancel(runId)).toBe(false)
    })
  })
}
