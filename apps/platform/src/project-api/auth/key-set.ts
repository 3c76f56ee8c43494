/** Answers the public keys of a project. Programs that verify the tokens of its users need no key to read them. No other call of auth is served. */
import { DomainError } from '../../domain-error.js'
import { jwksOf } from '../../keys/jwks.js'
import { projectApiText } from '../../text/project-api.js'
import type { Service } from '../service.js'

/** Seconds. A key stands by for longer than that before it signs. */
const FRESH_SECONDS = 600

export function createKeySetService(): Service {
  return {
    name: 'auth',
    exposedHeaders: [],
    lacks: {},
    callOf({ method, path }) {
      if (path !== '/.well-known/jwks.json' || !['GET', 'HEAD'].includes(method))
        throw new DomainError('not_found', projectApiText.notServed('auth'))
      return { name: 'jwks', needs: 'nothing', stores: false, body: 0 }
    },
    answer: async ({ c, project }) =>
      c.json({ keys: jwksOf(project.keys.verifying) }, 200, {
        'cache-control': `public, max-age=${FRESH_SECONDS}`,
      }),
  }
}
