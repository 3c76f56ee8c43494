/** The body of a call of the object API. */
import type { BodyBounds } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type * as v from 'valibot'
import { limitBody } from '../../http/body-limit.js'
import { checkBody, readJson } from '../../http/read-body.js'
import { USUAL_BOUNDS } from '../../json/bounded-json.js'
import type { AppEnv } from '../../routes/app-env.js'

/** A thousand paths of 1,024 bytes, each escaped. */
const BOUNDS: BodyBounds = { ...USUAL_BOUNDS, bytes: 8 * 1024 * 1024, members: 2000 }

/** @throws DomainError invalid_body, body_too_deep, body_too_wide, HttpError invalid_json, body_too_large */
export async function jsonBody<Schema extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  c.set('bodyBounds', BOUNDS)
  limitBody(c, BOUNDS.bytes)
  return checkBody(await readJson(c), schema)
}
