/** A file of a project as an answer: the whole, the part that was asked for, or that it is unchanged. */
import type { Context } from 'hono'
import { Readable } from 'node:stream'
import { DomainError } from '../kernel/domain-error.js'
import { fileHeaders, planFile, type Disposition } from '../objects/file-answer.js'
import type { ObjectRow } from '../objects/object-rows.js'
import type { Storage } from '../objects/storage.js'
import type { AppEnv } from './app-env.js'

/** @throws DomainError bytes_missing, precondition_failed, range_not_satisfiable */
export async function answerFile(
  c: Context<AppEnv>,
  { objects }: Pick<Storage, 'objects'>,
  ref: string,
  object: ObjectRow,
  disposition: Disposition,
): Promise<Response> {
  const { metadata } = object
  if (!metadata || object.version === null) throw new DomainError('bytes_missing')
  const headers = fileHeaders(metadata, disposition)
  const plan = planFile(metadata, {
    range: c.req.header('range'),
    ifRange: c.req.header('if-range'),
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
    ifMatch: c.req.header('if-match'),
    ifUnmodifiedSince: c.req.header('if-unmodified-since'),
  })
  const { size } = metadata
  switch (plan.type) {
    case 'unchanged':
      return c.body(null, 304, headers)
    case 'other':
      throw new DomainError('precondition_failed')
    case 'beyond':
      c.header('content-range', `bytes */${size}`)
      throw new DomainError('range_not_satisfiable')
    case 'whole':
      headers['content-length'] = String(size)
      if (c.req.method === 'HEAD' || size === 0) return c.body(null, 200, headers)
      return c.body(toWeb(await objects.read(ref, object)), 200, headers)
    case 'part': {
      const { start, end } = plan.range
      headers['content-length'] = String(end - start + 1)
      headers['content-range'] = `bytes ${start}-${end}/${size}`
      if (c.req.method === 'HEAD') return c.body(null, 206, headers)
      return c.body(toWeb(await objects.read(ref, object, plan.range)), 206, headers)
    }
  }
}

function toWeb(stream: Readable): ReadableStream {
  return Readable.toWeb(stream) as ReadableStream
}
