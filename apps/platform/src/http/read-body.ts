/** Reads what a call brings and checks it against the contract. */
import type { BodyBounds } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import * as v from 'valibot'
import { DomainError } from '../kernel/domain-error.js'
import { requireWithin, USUAL_BOUNDS } from '../json/bounded-json.js'
import { GrowingBytes } from '../json/growing-bytes.js'
import { createJsonScan } from '../json/json-scan.js'
import { parseJson } from '../json/json-threads.js'
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
 * invalid_json, body_too_large; DomainError body_too_deep, body_too_wide, query_too_large
 */
export async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const known = c.get('json')
  if (known) return known.value
  const bytes = await readBounded(c, c.get('bodyBounds') ?? USUAL_BOUNDS)
  const value = await parseJson(bytes).catch((cause: unknown) => {
    throw new HttpError('invalid_json', { cause })
  })
  c.set('json', { value })
  return value
}

/** A body whose length is known to be at most this is read in one piece. */
const SHORT_BYTES = 64 * 1024

/** The whole body, looked through while it arrives. @throws as `readJson` */
async function readBounded(c: Context<AppEnv>, bounds: BodyBounds): Promise<Uint8Array<ArrayBuffer>> {
  const scan = createJsonScan(bounds)
  const { raw } = c.req
  const told = Number(raw.headers.get('content-length') ?? Number.NaN)
  // A call that may be answered here or elsewhere has read its body before it was found that it is answered here.
  if (told <= SHORT_BYTES || raw.bodyUsed || !raw.body) {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    if (bytes.length > bounds.bytes) throw new HttpError('body_too_large')
    requireWithin(scan.add(bytes))
    return bytes
  }
  const whole = new GrowingBytes(Number.isFinite(told) ? told : SHORT_BYTES, bounds.bytes)
  const reader = raw.body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!whole.add(read.value)) throw new HttpError('body_too_large')
      requireWithin(scan.add(read.value))
    }
  } catch (error) {
    // Node would cut the connection off while its next call waits for an answer.
    void discard(reader)
    throw error
  }
  const bytes = whole.bytes()
  // A call whose project is named in its body may be sent on with it afterwards.
  if (bounds.bytes <= USUAL_BOUNDS.bytes) c.req.bodyCache.arrayBuffer = bytes.slice().buffer
  return bytes
}

/** Reads what is left and forgets it. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender has gone, or sends too much: either ends the connection.
  }
}
