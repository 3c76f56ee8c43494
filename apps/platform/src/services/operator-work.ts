/** What commands of the operator that run in the platform have in common: their project, and what they answer. */
import type { OperatorAnswer } from '../config/operator-socket.js'
import type { ControlDatabase } from '../control/control-database.js'
import { onlyProject } from '../control/only-project.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { sampleDataText } from '../text/seed.js'

const EXPECTED = [DomainError, EngineError, DatabaseError]

/** One line of JSON of what the work gives, or the sentence of a refusal. @throws what is no refusal */
export async function answerTo(work: () => Promise<unknown>): Promise<OperatorAnswer> {
  try {
    return { lines: [JSON.stringify(await work())] }
  } catch (error) {
    if (EXPECTED.some((kind) => error instanceof kind)) return { error: (error as Error).message }
    throw error
  }
}

/** The same for one project. @param asked null: the only one there is; where there are several, they are listed */
export async function answerInProject(
  control: ControlDatabase,
  asked: string | null,
  work: (ref: string) => Promise<unknown>,
): Promise<OperatorAnswer> {
  const ref = asked ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  return answerTo(() => work(ref))
}
