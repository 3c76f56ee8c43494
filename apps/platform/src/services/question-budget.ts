/** How many questions to the AI one person may ask; each costs the operator money. */
import { createBudget, type BudgetOptions } from '../control/budget.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'

export const QUESTIONS_A_MINUTE = 20

export interface QuestionBudget {
  /** @throws DomainError ai_too_often with the seconds to wait */
  spend(person: string): Promise<void>
}

export function createQuestionBudget(
  control: ControlDatabase,
  { now }: Pick<BudgetOptions, 'now'>,
): QuestionBudget {
  const budget = createBudget(control, { name: 'ai', aMinute: QUESTIONS_A_MINUTE, now })
  return {
    async spend(person) {
      const seconds = await budget.spend(person)
      if (seconds > 0) throw new DomainError('ai_too_often', undefined, { retryAfterSeconds: seconds })
    },
  }
}
