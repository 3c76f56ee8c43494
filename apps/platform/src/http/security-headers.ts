/** What the browser may do with our pages: our own scripts only, no frames, no sniffing. DESIGN §8. */
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from '../routes/app-env.js'

const POLICY = 'content-security-policy'

/** @param apiOrigin of the projects' API, where pages upload files and show them */
export function securityHeaders(apiOrigin: () => string | undefined = () => undefined) {
  const files = () => apiOrigin() ?? "'self'"
  // In `connect-src` an http: address does not allow WebSockets to the same host, so the ws: address is named too.
  const sockets = () => apiOrigin()?.replace(/^http/, 'ws') ?? "'self'"
  const ours = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      // Monaco and the data grid place their rules in style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', files],
      mediaSrc: ["'self'", 'blob:', files],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", files, sockets],
      frameSrc: [files],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // The server speaks plain HTTP; a TLS proxy in front sets this header itself.
    strictTransportSecurity: false,
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    let policy: string | null = null
    await ours(c, async () => {
      await next()
      policy = c.res.headers.get(POLICY)
    })
    // A file of a user is sandboxed: it must not run script on this origin.
    if (policy !== null) c.header(POLICY, policy)
  })
}
