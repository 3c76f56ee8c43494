/** `basedeck functions list` and `deploy`, for those who have the machine. */
import type {
  DeployLine,
  EdgeFunction,
  FunctionDeploy,
  FunctionStats,
} from '@basedeck/platform-client/contract'
import type { FunctionsQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { functionStats, listFunctionRows } from '../control/functions.js'
import { requireProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { answerInProject } from '../services/operator-work.js'
import { functionCommandText as text } from '../text/functions.js'
import type { Functions } from './functions.js'

export interface FunctionsCommandDeps {
  control: ControlDatabase
  functions: Pick<Functions, 'deploy' | 'write'>
}

interface Listed {
  functions: EdgeFunction[]
  stats: FunctionStats[]
}

/** One line of JSON: what `functionsReport` reads. */
export async function answerFunctions(
  question: FunctionsQuestion,
  deps: FunctionsCommandDeps,
): Promise<OperatorAnswer> {
  const { control, functions } = deps
  let refusal: DomainError | undefined
  const answer = await answerInProject(control, question.project, async (ref) => {
    const project = await requireProjectRow(control, ref)
    if (question.verb === 'list') {
      await functions.write()
      return { functions: await listFunctionRows(control, ref), stats: await functionStats(control, ref) }
    }
    const { slug, files, verifyJwt } = question
    const line = auditStatement(null, null, {
      action: 'function.deploy',
      target: slug,
      organizationId: project.organization_id,
      projectRef: ref,
      detail: { files: files.length },
    })
    return functions.deploy({ ref, slug, files, verifyJwt, by: null, line }).catch((error: unknown) => {
      if (error instanceof DomainError) refusal = error
      throw error
    })
  })
  // All that the check said, not its first line alone.
  const output = refusal?.more?.['output'] as DeployLine[] | undefined
  return output ? { error: output.map(lineText).join('\n') } : answer
}

/** What is printed. @param line of `answerFunctions` */
export function functionsReport(verb: FunctionsQuestion['verb'], line: string): string[] {
  const answer: unknown = JSON.parse(line)
  if (verb === 'deploy') return (answer as FunctionDeploy).output.map(lineText)
  const { functions, stats } = answer as Listed
  if (functions.length === 0) return [text.none]
  const counted = new Map(stats.map((one) => [one.slug, one]))
  return functions.map(({ slug, version, updated_at, verify_jwt }) => {
    const { calls = 0, errors = 0 } = counted.get(slug) ?? {}
    return [
      slug,
      `v${version}`,
      new Date(updated_at).toISOString(),
      text.calls(calls, errors),
      verify_jwt ? undefined : text.unverified,
    ]
      .filter((part) => part !== undefined)
      .join('  ')
  })
}

function lineText({ file, line = 1, column = 1, text: sentence }: DeployLine): string {
  return file === undefined ? sentence : text.at(file, line, column, sentence)
}
