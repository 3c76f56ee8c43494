/** Answers current calls when the platform stops, so that no caller waits for a broken connection. */
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../routes/app-env.js'
import { HttpError } from './error-table.js'

/** Gives what the work gives. @throws HttpError stopping, as soon as the platform begins to stop */
export type UntilStopping = <Value>(work: () => Promise<Value>) => Promise<Value>

/** @param stopping aborted when the platform begins to stop */
export function untilStopping(stopping: AbortSignal): UntilStopping {
  // A set instead of a race with one promise: that promise would keep every answer until the end.
  const underWay = new Set<() => void>()
  stopping.addEventListener('abort', () => underWay.forEach((refuse) => refuse()), { once: true })
  return (work) =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new HttpError('stopping'))
      if (stopping.aborted) return refuse()
      underWay.add(refuse)
      work()
        .then(resolve, reject)
        .finally(() => underWay.delete(refuse))
    })
}

/** From the abort on every call is answered 503 `stopping`. */
export function answerWhenStopping(until: UntilStopping) {
  return createMiddleware<AppEnv>((c, next) =>
    until(next).catch((error: unknown) => {
      if (isStopping(error)) c.header('connection', 'close')
      throw error
    }),
  )
}

/** The connection of such an answer is closed. */
export function isStopping(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'stopping'
}
