/** An answer in JSON. A large one, such as the rows of a query, is written piece by piece. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { jsonSlices } from '../services/json-slices.js'
import { slicedBody } from '../services/sliced-body.js'

export function answerInJson(c: Context, value: unknown, status: ContentfulStatusCode): Response {
  return c.body(slicedBody(jsonSlices(value)), status, { 'content-type': 'application/json' })
}
