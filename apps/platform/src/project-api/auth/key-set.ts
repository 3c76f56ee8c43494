/** The public keys of a project. Programs that verify the tokens of its users need no key to read them. */
import { jwksOf } from '../../keys/jwks.js'
import type { ServedCall } from '../service.js'

export const KEY_SET_PATH = '/.well-known/jwks.json'

/** Seconds. A key stands by for longer than that before it signs. */
const FRESH_SECONDS = 600

export function answerKeySet({ c, project }: Pick<ServedCall, 'c' | 'project'>): Response {
  return c.json({ keys: jwksOf(project.keys.verifying) }, 200, {
    'cache-control': `public, max-age=${FRESH_SECONDS}`,
  })
}
