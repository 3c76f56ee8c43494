/** Reads what a call brings and checks it against the contract. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { DomainError } from '../domain-error.js'
import type { AppEnv } from '../routes/app-env.js'
import { HttpError } from './error-table.js'

/** Gives what the schema makes of the body. @throws DomainError invalid_body with the first thing that is wrong */
export function checkBody<Schema extends v.GenericSchema>(
  body: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  return check('invalid_body', body, schema)
}

/** The same for the query of an address. @throws DomainError invalid_query */
export function checkQuery<Schema extends v.GenericSchema>(
  query: Record<string, string>,
  schema: Schema,
): v.InferOutput<Schema> {
  // An empty parameter counts as absent.
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return check('invalid_query', Object.fromEntries(given), schema)
}

function check<Schema extends v.GenericSchema>(
  code: 'invalid_body' | 'invalid_query',
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw new DomainError(code, path ? `${path}: ${issue.message}` : issue.message)
}

/**
 * Bytes that are not UTF-8 are refused, because replacement characters would change a value. @throws HttpError
 * invalid_json
 */
export async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const known = c.get('json')
  if (known) return known.value
  const bytes = await c.req.arrayBuffer()
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    c.set('json', { value })
    return value
  } catch (cause) {
    throw new HttpError('invalid_json', { cause })
  }
}
