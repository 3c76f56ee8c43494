/** Runs a request as a service would: plan, statements, end of the transaction, answer. */
import {
  DataApiError,
  dataSchemaOf,
  planRequest,
  refusalOf,
  schemaStatement,
  type DataSchema,
  type DataSettings,
  type MainResult,
  type PostgresError,
} from '../src/index.js'
import type { TestDatabase } from './database.js'

/** A request in short. */
export interface TestRequest {
  method?: string
  /** With its query: `/todos?id=eq.1`. */
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  role?: string
  claims?: Record<string, unknown>
}

/** An answer in short. */
export interface TestAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What the tests' fixture is served with. */
export const SETTINGS: DataSettings = {
  schemas: ['shop', 'other'],
  extraSearchPath: ['extensions'],
  aggregates: true,
  maxEmbedDepth: 5,
  mayRollBack: true,
}

/** Reads the schema of a database. */
export async function readSchema(database: TestDatabase, settings = SETTINGS): Promise<DataSchema> {
  const [row] = await database.query(schemaStatement(settings))
  return dataSchemaOf(Object.values(row ?? {})[0] as string)
}

/** Sends one request. A refusal is an answer too. */
export async function answerTo(
  database: TestDatabase,
  schema: DataSchema,
  request: TestRequest,
  settings = SETTINGS,
): Promise<TestAnswer> {
  try {
    return await answered(database, schema, request, settings)
  } catch (error) {
    if (!(error instanceof DataApiError)) throw error
    return { status: error.status, headers: Object.fromEntries(error.headers), body: error.body }
  }
}

async function answered(
  database: TestDatabase,
  schema: DataSchema,
  request: TestRequest,
  settings: DataSettings,
): Promise<TestAnswer> {
  const { url, method = 'GET', headers = {}, body = '', role = 'reader', claims = {} } = request
  const at = url.indexOf('?')
  const plan = planRequest(schema, settings, {
    method,
    path: at === -1 ? url : url.slice(0, at),
    query: at === -1 ? '' : url.slice(at + 1),
    headers,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    role,
    claims,
  })
  if (plan.ready) return { ...plan.ready, headers: Object.fromEntries(plan.ready.headers) }
  let isDone = false
  try {
    for (const statement of plan.opening) await sent(database, () => database.query(statement), role)
    const [row] = await sent(database, () => database.query(plan.main), role)
    const counting = plan.counting
    const counted = counting && (await sent(database, () => database.query(counting), role))[0]
    const result: MainResult = {
      row: row as Record<string, string | null>,
      counted: counted && Object.values(counted)[0],
    }
    const answer = plan.answer(result)
    isDone = plan.end !== 'rollback' && !answer.undone
    return { ...answer, headers: Object.fromEntries(answer.headers) }
  } finally {
    await sent(database, () => database.exec(isDone ? 'commit' : 'rollback'), role)
  }
}

async function sent<Answer>(_: TestDatabase, send: () => Promise<Answer>, role: string): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    throw refusalOf(error as PostgresError, { hasToken: role !== 'anon' })
  }
}
