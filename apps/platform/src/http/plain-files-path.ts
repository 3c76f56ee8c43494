/** Refuses addresses of files that would be folded into another one. */
import { createMiddleware } from 'hono/factory'
import { DomainError } from '../kernel/domain-error.js'
import type { AppEnv } from '../routes/app-env.js'
import { filesPathFault } from './files-path.js'

export const plainFilesPath = createMiddleware<AppEnv>(async (c, next) => {
  // A browser asks whether it may send a call, and can show a refusal only of the call itself.
  if (c.req.method !== 'OPTIONS' && filesPathFault(c.env?.incoming?.target ?? c.req.url) !== undefined) {
    // The object API is called from any page.
    if (!c.req.path.startsWith('/platform/')) c.header('access-control-allow-origin', '*')
    throw new DomainError('invalid_path')
  }
  await next()
})
