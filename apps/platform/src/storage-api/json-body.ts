/** The body of a call of the object API. */
import type { Context } from 'hono'
import type * as v from 'valibot'
import { limitBody } from '../http/body-limit.js'
import { checkBody, readJson } from '../http/read-body.js'
import type { AppEnv } from '../routes/app-env.js'

/** A thousand paths of 1,024 bytes, each escaped. */
const MAX_BODY = 8 * 1024 * 1024

/** @throws DomainError invalid_body, HttpError invalid_json, body_too_large */
export async function jsonBody<Schema extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  limitBody(c, MAX_BODY)
  return checkBody(await readJson(c), schema)
}
