/** `basedeck policies --check`: runs a file of cases against a project here, or against any PostgreSQL by URL. */
import * as v from 'valibot'
import { onlyProject } from '../control/only-project.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import type { Inside } from '../services/open-platform.js'
import type { OperatorAnswer, PoliciesQuestion } from '../config/operator-socket.js'
import { policiesText as text } from '../text/policies.js'
import { sampleDataText } from '../text/seed.js'
import { checkPolicies, type CheckedCase } from './check-policies.js'
import { policyCases } from './policy-cases.js'

/** The results as one line of JSON. Of a project of this installation, in the process that has its database open. */
export async function answerPolicies(
  { project, cases }: PoliciesQuestion,
  { control, life }: Pick<Inside, 'control' | 'life'>,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  if (!(await projectByRef(control, ref))) return { error: sampleDataText.noProject(ref) }
  return answered(async () => checkPolicies(await life.database(ref), v.parse(policyCases, { cases }).cases))
}

/** The same of a database that is no project of this installation. */
export async function policiesOfUrl(
  databaseUrl: string,
  { cases }: PoliciesQuestion,
): Promise<OperatorAnswer> {
  const engine = new PostgresEngine({ databaseUrl, allowSuperuser: true })
  try {
    return await answered(async () =>
      checkPolicies(await engine.open('policies'), v.parse(policyCases, { cases }).cases),
    )
  } finally {
    await engine.close()
  }
}

async function answered(work: () => Promise<CheckedCase[]>): Promise<OperatorAnswer> {
  try {
    return { lines: [JSON.stringify(await work())] }
  } catch (error) {
    if (error instanceof DomainError || error instanceof EngineError || error instanceof DatabaseError)
      return { error: error.message }
    throw error
  }
}

/** What is printed, and whether all cases passed. @param line of `answerPolicies` */
export function policiesReport(line: string, format: 'text' | 'json'): { lines: string[]; passed: boolean } {
  const cases = JSON.parse(line) as CheckedCase[]
  const failed = cases.filter(({ passed }) => !passed).length
  const passed = failed === 0
  if (format === 'json') return { lines: [JSON.stringify({ passed, cases }, null, 2)], passed }
  const lines = cases.map((one) => (one.passed ? text.passed(one.name) : text.failed(one.name, one.reason)))
  return { lines: [...lines, text.summary(cases.length, failed)], passed }
}
