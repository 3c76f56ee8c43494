/** `basedeck advisors`: the rules over a project here, or over any PostgreSQL by URL. */
import type { Lint } from '@basedeck/platform-client/contract'
import type { AdvisorFormat, AdvisorLevel } from '../config/command.js'
import type { AdvisorsQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { dismissalsOf } from '../control/advisor-dismissals.js'
import { onlyProject } from '../control/only-project.js'
import { projectByRef } from '../control/projects.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Inside } from '../services/open-platform.js'
import { advisorsCommandText as text } from '../text/advisors-command.js'
import { sampleDataText } from '../text/seed.js'
import { advisedProject } from './advised-project.js'
import { findLints, withDismissals } from './find-lints.js'
import { sarifOf } from './sarif.js'

/** The findings as one line of JSON. Of a project of this installation, in the process that has its database open. */
export async function answerAdvisors(
  { project }: AdvisorsQuestion,
  { control, life }: Pick<Inside, 'control' | 'life'>,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  const row = await projectByRef(control, ref)
  if (!row) return { error: sampleDataText.noProject(ref) }
  return answered(async () => {
    const lints = await findLints(await life.database(ref), await advisedProject(control, row))
    return withDismissals(lints, await dismissalsOf(control, ref))
  })
}

/** The same of a database that is no project of this installation. */
export async function advisorsOfUrl(databaseUrl: string): Promise<OperatorAnswer> {
  const engine = new PostgresEngine({ databaseUrl, allowSuperuser: true })
  try {
    return await answered(async () => findLints(await engine.open('advisors'), { services: ['data'] }))
  } finally {
    await engine.close()
  }
}

async function answered(work: () => Promise<Lint[]>): Promise<OperatorAnswer> {
  try {
    return { lines: [JSON.stringify(await work())] }
  } catch (error) {
    if (error instanceof DomainError || error instanceof EngineError || error instanceof DatabaseError)
      return { error: error.message }
    throw error
  }
}

const LEVELS: Readonly<Record<AdvisorLevel, readonly Lint['level'][]>> = {
  error: ['ERROR'],
  warn: ['ERROR', 'WARN'],
  info: ['ERROR', 'WARN', 'INFO'],
}

/** What is printed, and whether nothing of that level was found. @param line of `answerAdvisors` */
export function advisorsReport(
  line: string,
  { format, failsOn }: { format: AdvisorFormat; failsOn: AdvisorLevel },
): { lines: string[]; passed: boolean } {
  const lints = JSON.parse(line) as Lint[]
  const passed = !lints.some(({ level, dismissed }) => !dismissed && LEVELS[failsOn].includes(level))
  if (format === 'json') return { lines: [JSON.stringify({ passed, findings: lints }, null, 2)], passed }
  if (format === 'sarif') return { lines: [JSON.stringify(sarifOf(lints), null, 2)], passed }
  const counting = lints.filter(({ dismissed }) => !dismissed)
  return {
    lines: [...counting.flatMap(text.finding), text.summary(counting.length, lints.length - counting.length)],
    passed,
  }
}
