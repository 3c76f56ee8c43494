/** Runs the advisors' rules over a project's database. All of them run READ ONLY, one after the other. */
import { randomUUID } from 'node:crypto'
import { qualifiedName } from '@basedeck/core/sql'
import type { AuthConfig, Lint, LintDismissal, ProjectService } from '@basedeck/platform-client/contract'
import { DatabaseError, type Database } from '../engines/engine.js'
import { ADVISOR_RULES } from './advisor-rules.js'
import type { AdvisorRule } from './advisor-rule.js'
import { advisorText } from '../text/advisors.js'
import { authWeaknesses } from './rules/auth-rules.js'

/** What the rules know of a project beside its database. */
export interface AdvisedProject {
  /** Whether the public can reach a table at all. */
  services: readonly ProjectService[]
  /** Schemas that applications reach. Default: public. */
  exposed?: readonly string[] | undefined
  /** Default: it has no auth service. */
  auth?: AuthConfig | undefined
}

const TIMEOUT_MS = 30_000
const HAS_USERS = 'select (select count(*) from (select from auth.users limit 1) one)'

/**
 * Gives the findings in the order of the rules. A rule that the login has no right to run becomes a finding `rule_not_checked`.
 * @throws DatabaseError, EngineError
 */
export async function findLints(
  database: Pick<Database, 'run'>,
  { services, exposed = ['public'], auth }: AdvisedProject,
): Promise<Lint[]> {
  const schemas = `{${exposed.map((name) => `"${name.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
  const ask = async (query: string, parameters: string[] = []) => {
    const runId = `lint-${randomUUID()}`
    const { results } = await database.run({
      runId,
      query,
      parameters,
      readOnly: true,
      timeoutMs: TIMEOUT_MS,
    })
    return results[0]?.rows ?? []
  }
  const found: Lint[] = []
  for (const rule of ADVISOR_RULES) {
    try {
      const parameters = rule.sql.includes('$1') ? [schemas] : []
      for (const row of await ask(`${rule.sql} order by 1, 2, 4`, parameters))
        found.push(lintOf(rule, row, services))
    } catch (error) {
      if (!isDenied(error)) throw error
      found.push(notChecked(rule))
    }
  }
  const weaknesses = authWeaknesses(auth)
  if (weaknesses.length > 0 && (await hasUsers(ask)))
    for (const { name, level, detail } of weaknesses)
      found.push(
        lintOf({ name, level, categories: ['SECURITY'] }, ['auth', null, 'settings', detail, null], services),
      )
  return found
}

async function hasUsers(
  ask: (query: string) => Promise<readonly (readonly (string | null)[])[]>,
): Promise<boolean> {
  const [[count] = []] = await ask(HAS_USERS).catch((error: unknown) => {
    if (error instanceof DatabaseError) return []
    throw error
  })
  return count === '1'
}

type Row = readonly (string | null)[]

function lintOf(
  { name: rule, level, categories }: Pick<AdvisorRule, 'name' | 'level' | 'categories'>,
  [schema, name, type, detail, remedy]: Row,
  services: readonly ProjectService[],
): Lint {
  const { title, description, remediation } = advisorText[rule]
  return {
    name: rule,
    title,
    level,
    categories,
    facing: 'EXTERNAL',
    description: typeof description === 'string' ? description : description(services.includes('data')),
    detail: detail ?? '',
    remediation: remediation.replace(
      /^(alter (?:table|view)) …/,
      (_, command: string) => `${command} ${qualifiedName(schema ?? '', name ?? '')}`,
    ),
    ...(remedy ? { remediation_sql: remedy } : {}),
    cache_key: [rule, schema, name, detail].join(' '),
    metadata: {
      schema: schema ?? '',
      name: name ?? '',
      type: type ?? '',
      entity: [schema, name].filter((part) => part).join('.'),
    },
  }
}

/** `insufficient_privilege`; and tables, columns and functions that a server of before or of another kind lacks. */
const DENIED: ReadonlySet<string> = new Set(['42501', '42P01', '42703', '42883', '42704'])

function isDenied(error: unknown): boolean {
  return error instanceof DatabaseError && DENIED.has(error.report.code)
}

function notChecked({ name, categories }: AdvisorRule): Lint {
  const { title, description, remediation } = advisorText.rule_not_checked
  return {
    name: 'rule_not_checked',
    title,
    level: 'INFO',
    categories,
    facing: 'EXTERNAL',
    description,
    detail: `${advisorText[name].title}: not checked.`,
    remediation,
    cache_key: `rule_not_checked ${name}`,
  }
}

/** Marks those that were put aside. @param dismissals by the key of the finding */
export function withDismissals(
  lints: readonly Lint[],
  dismissals: ReadonlyMap<string, LintDismissal>,
): Lint[] {
  return lints.map((lint) => {
    const dismissed = dismissals.get(lint.cache_key)
    return dismissed ? { ...lint, dismissed } : lint
  })
}
