/**
 * How many statements one person may run: a script that has lost its way must not take a server from the others. A process
 * takes some at once and spends them by itself, so that not every run asks the control plane.
 */
import { createBudget, type BudgetOptions } from '../control/budget.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'

export interface RunBudget {
  /** @throws DomainError too_many_runs with the seconds to wait */
  spend(person: string): Promise<void>
}

export interface RunBudgetOptions extends Pick<BudgetOptions, 'now'> {
  /** 0: no limit. */
  aMinute: number
}

/** At most a second's worth: what a process took and did not spend is lost. */
const TAKEN_AT_ONCE = 60
const SECONDS_A_MINUTE = 60

export function createRunBudget(control: ControlDatabase, { aMinute, now }: RunBudgetOptions): RunBudget {
  if (aMinute === 0) return { spend: async () => {} }
  const budget = createBudget(control, { name: 'run', aMinute, now })
  const count = Math.max(1, Math.min(TAKEN_AT_ONCE, Math.floor(aMinute / SECONDS_A_MINUTE)))
  const taken = new Map<string, number>()
  return {
    async spend(person) {
      const left = taken.get(person) ?? 0
      if (left > 0) {
        if (left === 1) taken.delete(person)
        else taken.set(person, left - 1)
        return
      }
      const seconds = await budget.spend(person, count)
      if (seconds > 0) throw new DomainError('too_many_runs', undefined, { retryAfterSeconds: seconds })
      // Concurrent calls of the same person may have used some.
      const more = (taken.get(person) ?? 0) + count - 1
      if (more > 0) taken.set(person, more)
    },
  }
}
