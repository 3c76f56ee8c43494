/**
 * Files that a package brings as they are, not compressed: each is compressed once, when it is first asked for, and kept. A
 * build keeps compressed files beside them, and then nothing is done here.
 */
import type { MiddlewareHandler } from 'hono'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { AppEnv } from './app-env.js'

const COMPRESSIBLE = /\.(?:js|mjs|css|svg|json|webmanifest|txt|wasm|ttf|d\.ts)$/
const SMALLEST_BYTES = 1024

/** Only for a fixed set of files: what it keeps is never given back. */
export function gzipOnce(): MiddlewareHandler<AppEnv> {
  const kept = new Map<string, Promise<Buffer>>()
  return async (c, next) => {
    await next()
    const { res } = c
    const { path, method } = c.req
    if (method !== 'GET' || res.status !== 200 || res.headers.has('content-encoding')) return
    if (!COMPRESSIBLE.test(path)) return
    res.headers.append('vary', 'Accept-Encoding')
    if (!acceptsGzip(c.req.header('accept-encoding'))) return
    if (Number(res.headers.get('content-length') ?? SMALLEST_BYTES) < SMALLEST_BYTES) return
    const content = kept.get(path)
    if (content) await res.body?.cancel()
    const zipped = content ?? res.arrayBuffer().then((bytes) => promisify(gzip)(new Uint8Array(bytes)))
    kept.set(path, zipped)
    try {
      const body = await zipped
      const headers = new Headers(res.headers)
      headers.set('content-encoding', 'gzip')
      headers.set('content-length', String(body.length))
      c.res = undefined
      c.res = new Response(new Uint8Array(body), { status: 200, headers })
    } catch (error) {
      kept.delete(path)
      throw error
    }
  }
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((one) => /^\s*(gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(one))
}
