/** Of auth, the public keys alone: where the service itself is not opened. */
import { DomainError } from '../../kernel/domain-error.js'
import { projectApiText } from '../../text/project-api.js'
import type { Service } from '../service.js'
import { answerKeySet, KEY_SET_PATH } from './key-set.js'

export function createKeySetService(): Service {
  return {
    name: 'auth',
    exposedHeaders: [],
    lacks: {},
    callOf({ method, path }) {
      if (path !== KEY_SET_PATH || !['GET', 'HEAD'].includes(method))
        throw new DomainError('not_found', projectApiText.notServed('auth'))
      return { name: 'jwks', needs: 'nothing', stores: false, body: 0 }
    },
    answer: async (served) => answerKeySet(served),
  }
}
