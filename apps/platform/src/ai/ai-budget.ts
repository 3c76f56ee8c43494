/** How often one person may ask the AI service: it costs its operator money. Kept in the control plane, for all processes. */
import type { ControlDatabase } from '../control/control-database.js'
import { HttpError } from '../http/error-table.js'

/** Questions at once, and so many more in each minute. */
export const ASKED_A_MINUTE = 20

export interface AiBudget {
  /** @throws HttpError ai_too_often with the seconds to wait */
  spend(person: string): Promise<void>
}

/** Questions that are left at $2, of a row of `control.budgets`. */
const LEFT = `least(${ASKED_A_MINUTE}, b.left_over
  + greatest(0, extract(epoch from $2::timestamptz - b.at)) * ${ASKED_A_MINUTE} / 60)`

export function createAiBudget(control: ControlDatabase, now: () => Date): AiBudget {
  return {
    async spend(person) {
      const parameters = [`ai ${person}`, now().toISOString()]
      const spent = await control.append([
        {
          sql: `insert into control.budgets as b (subject, left_over, at) values ($1, ${ASKED_A_MINUTE - 1}, $2)
            on conflict (subject) do update set left_over = ${LEFT} - 1, at = $2 where ${LEFT} >= 1`,
          parameters,
          expect: 1,
        },
      ])
      if (spent.ok) return
      const [row] = await control.select<{ left: number }>(
        `select (${LEFT})::float8 as left from control.budgets b where subject = $1`,
        parameters,
      )
      const seconds = Math.ceil(((1 - (row?.left ?? 0)) / ASKED_A_MINUTE) * 60)
      throw new HttpError('ai_too_often', undefined, { retryAfterSeconds: Math.max(1, seconds) })
    },
  }
}
