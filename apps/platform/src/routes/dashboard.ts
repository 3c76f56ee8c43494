/** The built dashboard: hashed files for ever, the page itself always fresh; every page address gets the page. */
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DENO_TYPES_PATH } from '@basedeck/platform-client/contract'
import { gzipOnce } from './gzip-once.js'
import type { AppEnv } from './app-env.js'

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * @param folder of the built dashboard; when it has no page, the answer says how to build it
 * @param denoTypes of the editor of functions, by Deno's version; undefined: there are none
 */
export function dashboardRoutes(folder: string, denoTypes: (version: string) => Promise<string | undefined>) {
  const page = readPage(folder)
  const routes = new Hono<AppEnv>()
  const zipped = gzipOnce()
  if (page !== undefined) {
    routes.get(
      '/assets/*',
      zipped,
      serveStatic({
        root: folder,
        precompressed: true,
        onFound: (_, c) => c.header('cache-control', FOR_EVER),
      }),
    )
    routes.get(
      '/:file{[\\w.-]+\\.(svg|js|ico|png|webmanifest)}',
      zipped,
      serveStatic({ root: folder, precompressed: true }),
    )
  }
  routes.get(`${DENO_TYPES_PATH}/:version/deno.d.ts`, zipped, async (c) => {
    const types = await denoTypes(c.req.param('version'))
    return types === undefined
      ? c.text('Not found', 404)
      : c.body(types, 200, {
          'content-type': 'application/typescript; charset=utf-8',
          'cache-control': FOR_EVER,
        })
  })
  return routes.get('*', async (c, next) => {
    if (/^\/(api|platform|v1|storage|assets|healthz|readyz|metrics)(\/|$)/.test(c.req.path)) return next()
    return c.html(page ?? NOT_BUILT, 200, { 'cache-control': 'no-cache' })
  })
}

const NOT_BUILT =
  '<!doctype html><title>Basedeck</title><p>The dashboard is not built. Run <code>npm run build</code>.'

function readPage(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8')
  } catch {
    return undefined
  }
}
