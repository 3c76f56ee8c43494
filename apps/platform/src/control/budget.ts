/** Rate limits per person (a token bucket), stored in the control plane so that all processes share them. */
import type { ControlDatabase } from './control-database.js'

export interface Budget {
  /** Spends that many. Returns 0, or the seconds to wait when too few are left; then nothing is spent. */
  spend(person: string, count?: number): Promise<number>
}

export interface BudgetOptions {
  /** The prefix of the subject in `control.budgets`. */
  name: string
  /** The size of the bucket, and how many are refilled per minute. */
  aMinute: number
  now(): Date
}

const SECOND = 1
const SECONDS_A_MINUTE = 60

export function createBudget(control: ControlDatabase, { name, aMinute, now }: BudgetOptions): Budget {
  /** What is left at time $2, in a row of `control.budgets`. */
  const left = `least(${aMinute}, b.left_over
    + greatest(0, extract(epoch from $2::timestamptz - b.at)) * ${aMinute} / ${SECONDS_A_MINUTE})`
  return {
    async spend(person, count = 1) {
      const parameters = [`${name} ${person}`, now().toISOString()]
      const spent = await control.append([
        {
          sql: `insert into control.budgets as b (subject, left_over, at) values ($1, ${aMinute} - $3::int, $2)
            on conflict (subject) do update set left_over = ${left} - $3::int, at = $2 where ${left} >= $3::int`,
          parameters: [...parameters, count],
          expect: 1,
        },
      ])
      if (spent.ok) return 0
      const [row] = await control.select<{ left: number }>(
        `select (${left})::float8 as left from control.budgets b where subject = $1`,
        parameters,
      )
      const missing = count - (row?.left ?? 0)
      return Math.max(SECOND, Math.ceil((missing / aMinute) * SECONDS_A_MINUTE))
    },
  }
}
