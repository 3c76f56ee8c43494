/** A service whose answers are texts. Its calls are answered with or without the framework, by the same function. */
import type { Context } from 'hono'
import type { Origin } from '../../access/caller.js'
import type { AppEnv } from '../../routes/app-env.js'
import type { CallAddress, Service, ServiceCall } from '../service.js'
import { requestOfContext, type PlainAnswer, type PlainCall } from './plain-request.js'
import { sentAnswer } from './sent-answer.js'

export interface PlainService extends Service {
  callOf(address: Pick<CallAddress, 'method' | 'path'>): ServiceCall | undefined
  /** @throws DomainError, DatabaseError, EngineError */
  answerPlainly(call: PlainCall): Promise<PlainAnswer>
}

/** The parts of such a service. */
export interface PlainParts extends Omit<PlainService, 'answer' | 'settle'> {
  originOf(c: Context<AppEnv>): Origin
}

export function plainService({ originOf, ...parts }: PlainParts): PlainService {
  return {
    ...parts,
    async answer({ c, method, path, project, actor }) {
      const request = requestOfContext({ c, method, path }, originOf)
      return sentAnswer(c, await parts.answerPlainly({ request, project, actor }))
    },
  }
}

export function isPlainService(service: Service): service is PlainService {
  return 'answerPlainly' in service
}
