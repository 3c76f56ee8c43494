/** Answers current calls when the platform stops, so that no caller waits for a broken connection. */
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../routes/app-env.js'
import { HttpError } from './error-table.js'

/** @param stopping aborted when the platform begins to stop; from then on every call is answered 503 `stopping` */
export function answerWhenStopping(stopping: AbortSignal) {
  // A set instead of a race with one promise: that promise would keep every answer until the end.
  const underWay = new Set<() => void>()
  stopping.addEventListener('abort', () => underWay.forEach((refuse) => refuse()), { once: true })
  return createMiddleware<AppEnv>(
    (c, next) =>
      new Promise((resolve, reject) => {
        const refuse = () => {
          c.header('connection', 'close')
          reject(new HttpError('stopping'))
        }
        if (stopping.aborted) return refuse()
        underWay.add(refuse)
        next()
          .then(resolve, reject)
          .finally(() => underWay.delete(refuse))
      }),
  )
}
