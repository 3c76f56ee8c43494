/** A run of SQL whose platform answers as a test tells it, for tests of what the run makes of the answers. */
import { PlatformError, type Client, type ImpersonatedRole } from '@basedeck/platform-client'
import type { RowStreamPart } from '@basedeck/platform-client/row-stream'
import type { GrammarVerdict } from '../sessions/sql/grammar-layer.js'
import type { EndedRun } from '../sessions/sql/run-state.js'
import { createSqlRun, type SqlRunDeps } from '../sessions/sql/sql-run.js'
import { createFakeClock } from './fake-clock.js'

/** The columns of an answer. */
export const FIELDS: RowStreamPart = {
  type: 'fields',
  fields: [{ name: 'a', dataTypeId: 23, dataType: 'int4' }],
}
/** A whole answer of one row. */
export const ONE_ROW: RowStreamPart[] = [
  FIELDS,
  { type: 'cells', rows: [['1']] },
  { type: 'complete', statement: { command: 'SELECT', rowCount: 1 } },
  { type: 'end', run: { durationMs: 5 } },
]

/** A run on a platform that answers runs and calls as told. */
export function testSqlRun(deps: Partial<SqlRunDeps> & { verdict?: GrammarVerdict | null } = {}) {
  const sent: {
    query: string
    role?: ImpersonatedRole
    timeoutMs: number
    readOnly: boolean
    script?: object
    parameters?: (string | null)[]
    discard?: boolean
  }[] = []
  const called: unknown[] = []
  const asked: string[] = []
  const answers = {
    rows: async function* (): AsyncGenerator<RowStreamPart> {
      yield* ONE_ROW
    },
    call: async (): Promise<unknown> => ({ cancelled: true }),
  }
  const client = {
    rows({ body }: { body: (typeof sent)[number] }) {
      sent.push(body)
      return answers.rows()
    },
    call(endpoint: unknown) {
      called.push(endpoint)
      return answers.call()
    },
  } as unknown as Client
  const clock = createFakeClock(1000)
  const ended: EndedRun[] = []
  const grammar = {
    preload() {},
    verdictOf(sql: string) {
      asked.push(sql)
      return deps.verdict ? Promise.resolve(deps.verdict) : null
    },
  }
  const { verdict: _verdict, ...more } = deps
  const run = createSqlRun(
    { client, clock, grammar, onEnd: (_ref, one) => void ended.push(one), ...more },
    'default',
  )
  return { run, sent, called, asked, answers, clock, ended }
}
/** Neither a limit nor a timeout. */
export const OPTIONS = { rowLimit: -1, timeoutMs: 0 }
/** The whole text of an editor. */
export const whole = (sql: string) => ({ sql, offset: 0 })

/** A run that goes on until it is told to end. */
export function hanging({ answers }: ReturnType<typeof testSqlRun>) {
  let end = (_error?: Error) => {}
  answers.rows = async function* () {
    await new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve())
    })
    yield* ONE_ROW
  }
  return { end: (error?: Error) => end(error) }
}

/** A refusal of the platform. */
export const failure = (more: { code?: string; body?: unknown } = {}, message = 'no') =>
  new PlatformError('http', message, { status: 400, ...more })

/** A run that fails after the columns have come. */
export function failing(error: unknown, deps: Parameters<typeof testSqlRun>[0] = {}) {
  const stage = testSqlRun(deps)
  stage.answers.rows = async function* () {
    yield FIELDS
    throw error
  }
  return stage
}
