/** Reads a JSON body and checks it against the contract. */
import type { Context } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from './app-env.js'
import { HttpError } from './error-table.js'

/** @throws HttpError invalid_json, invalid_body with the first thing that is wrong */
export async function readBody<Schema extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readJson(c)
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw new HttpError('invalid_body', path ? `${path}: ${issue.message}` : issue.message)
}

/** Bytes that are no UTF-8 are refused: put in other characters, they would change a value. */
async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const bytes = await c.req.arrayBuffer()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new HttpError('invalid_json', undefined, { cause })
  }
}
