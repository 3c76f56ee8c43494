/** The texts of SQL that the contract suite runs, each with the answer every platform must give. */
import type { ImpersonatedRole } from '../contract/impersonation.js'
import type { Cell, DatabaseErrorReport, ResultField, StatementResult } from '../contract/result.js'

/** What a text of SQL gets: its results, PostgreSQL's refusal, or no answer until it is cancelled. */
export type FakeAnswer = { results: StatementResult[] } | { error: DatabaseErrorReport } | 'hangs'

const field = (name: string, dataTypeId: number, dataType: string): ResultField => ({
  name,
  dataTypeId,
  dataType,
})

const rows = (fields: ResultField[], cells: Cell[][], command = 'SELECT'): StatementResult => ({
  command,
  rowCount: cells.length,
  fields,
  rows: cells,
  notices: [],
})

/** One row, whose first cell is the number 1. */
export const ONE_ROW_QUERY = "select 1::int4 as a, 'x'::text as b, 2::int4 as a"
export const HANGING_QUERY = 'select pg_sleep(30) is null as slept'

/** Type names and values as PostgreSQL itself writes them. */
export const CONTRACT_QUERIES: {
  promise: string
  sql: string
  role?: ImpersonatedRole
  answer: FakeAnswer
}[] = [
  {
    promise: 'a value beyond 2^53 arrives as it is stored',
    sql: 'select 9007199254740993::int8 as id, 0.10::numeric as price, null::text as gone',
    answer: {
      results: [
        rows(
          [field('id', 20, 'int8'), field('price', 1700, 'numeric'), field('gone', 25, 'text')],
          [['9007199254740993', '0.10', null]],
        ),
      ],
    },
  },
  {
    promise: 'columns keep their order and their name, also twice',
    sql: ONE_ROW_QUERY,
    answer: {
      results: [
        rows([field('a', 23, 'int4'), field('b', 25, 'text'), field('a', 23, 'int4')], [['1', 'x', '2']]),
      ],
    },
  },
  {
    promise: 'every statement has its result',
    sql: 'select 1::int4 as one; select 2::int4 as two where false',
    answer: {
      results: [rows([field('one', 23, 'int4')], [['1']]), rows([field('two', 23, 'int4')], [])],
    },
  },
  {
    promise: 'json is returned as it was written',
    sql: `select '{"big": 12345678901234567890, "a": 1}'::json as doc`,
    answer: { results: [rows([field('doc', 114, 'json')], [['{"big": 12345678901234567890, "a": 1}']])] },
  },
  {
    promise: 'a run as a role of the REST API acts as that role, with its claims',
    sql: `select current_user::text as me, auth.uid()::text as who, current_setting('request.method') as method`,
    role: {
      type: 'rest',
      role: 'authenticated',
      claims: { sub: '11111111-1111-4111-8111-111111111111', role: 'authenticated' },
    },
    answer: {
      results: [
        rows(
          [field('me', 25, 'text'), field('who', 25, 'text'), field('method', 25, 'text')],
          [['authenticated', '11111111-1111-4111-8111-111111111111', 'POST']],
        ),
      ],
    },
  },
  {
    promise: 'a run as a role that is not there is refused, without a position in the text',
    sql: 'select 1 as nobody',
    role: { type: 'database', name: 'no_such_role' },
    answer: {
      error: {
        message: 'role "no_such_role" does not exist',
        formattedError: 'ERROR:  22023: role "no_such_role" does not exist',
        code: '22023',
      },
    },
  },
  {
    promise: 'a refusal has its code and its position',
    sql: 'select 1 as a\nfrom no_such_table',
    answer: {
      error: {
        message: 'relation "no_such_table" does not exist',
        formattedError:
          'ERROR:  42P01: relation "no_such_table" does not exist\nLINE 2: from no_such_table\n             ^',
        code: '42P01',
        position: 20,
        at: { line: 2, column: 6, offset: 19 },
      },
    },
  },
  { promise: 'a long run waits to be cancelled', sql: HANGING_QUERY, answer: 'hangs' },
]
