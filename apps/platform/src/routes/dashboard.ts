/** The built dashboard: hashed files for ever, the page itself always fresh; every page address gets the page. */
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipOnce } from './gzip-once.js'
import type { AppEnv } from './app-env.js'

/** @param folder of the built dashboard; when it has no page, the answer says how to build it */
export function dashboardRoutes(folder: string) {
  const page = readPage(folder)
  const routes = new Hono<AppEnv>()
  if (page !== undefined) {
    const forEver = 'public, max-age=31536000, immutable'
    const zipped = gzipOnce()
    routes.get(
      '/assets/*',
      zipped,
      serveStatic({
        root: folder,
        precompressed: true,
        onFound: (_, c) => c.header('cache-control', forEver),
      }),
    )
    routes.get(
      '/:file{[\\w.-]+\\.(svg|js|ico|png|webmanifest)}',
      zipped,
      serveStatic({ root: folder, precompressed: true }),
    )
  }
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
