/** How often one person may ask the AI service: it costs its operator money. Kept in memory: a restart forgives. */
import { HttpError } from '../http/error-table.js'

/** Questions at once, and so many more in each minute. */
export const ASKED_A_MINUTE = 20
const MINUTE_MS = 60_000
/** People that are kept in mind; those who asked longest ago are forgotten first, and have all their questions again. */
const PEOPLE_MAX = 10_000

export interface AiBudget {
  /** @throws HttpError ai_too_often with the seconds to wait */
  spend(person: string): void
}

export function createAiBudget(now: () => Date): AiBudget {
  const left = new Map<string, { questions: number; at: number }>()
  return {
    spend(person) {
      const at = now().getTime()
      const before = left.get(person) ?? { questions: ASKED_A_MINUTE, at }
      const earned = ((at - before.at) / MINUTE_MS) * ASKED_A_MINUTE
      const questions = Math.min(ASKED_A_MINUTE, before.questions + Math.max(0, earned))
      if (questions < 1) {
        const seconds = Math.ceil(((1 - questions) / ASKED_A_MINUTE) * (MINUTE_MS / 1000))
        throw new HttpError('ai_too_often', undefined, { retryAfterSeconds: Math.max(1, seconds) })
      }
      left.delete(person)
      left.set(person, { questions: questions - 1, at })
      const [oldest] = left.keys()
      if (left.size > PEOPLE_MAX && oldest !== undefined) left.delete(oldest)
    },
  }
}
