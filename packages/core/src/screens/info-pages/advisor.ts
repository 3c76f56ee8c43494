/** What the advisors found in a project's database: errors first, each with what to do. */
import type { Lint } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { lintsQuery } from '../../data/insight.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { advisorText } from '../../text/advisor.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** One finding, with what to do about it. */
export interface Finding {
  key: string
  title: string
  badge: { label: string; tone: StatusTone }
  description: string
  detail: string
  remediation: string
  /** Statements that mend it, to be read before they run; null: none can be named. */
  sql: string | null
}

/** Findings of one level. */
export interface FindingGroup {
  level: Lint['level']
  title: string
  count: string
  findings: Finding[]
}

export type AdvisorView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'ready'; groups: FindingGroup[]; isChecking: boolean }

/** The pages of the advisors: findings about security or performance. */
export interface AdvisorScreen extends Disposable {
  readonly title: string
  readonly lead: string
  readonly gate: ProjectGate
  readonly $view: ReadableAtom<AdvisorView>
  check(): void
  /** Opens the statements as a new query. Nothing runs. */
  openSql(finding: Finding): Promise<void>
}

const LEVELS = ['ERROR', 'WARN', 'INFO'] as const
const TONES: Record<Lint['level'], StatusTone> = { ERROR: 'bad', WARN: 'busy', INFO: 'quiet' }

export interface AdvisorParams {
  ref: string
  title: string
  gate: ProjectGate
  category: Lint['categories'][number]
}

export function createAdvisor(
  context: Needs<'client' | 'queries' | 'router' | 'lazy'>,
  { ref, title, gate, category }: AdvisorParams,
): AdvisorScreen {
  const { client, queries } = context
  const lints = lintsQuery(client, ref)
  const $lints = behindGate<Remote<Lint[]>>(gate, queries.store(lints), { status: 'loading' })
  return {
    title,
    lead: advisorText.leads[category],
    gate,
    $view: computed($lints, (remote): AdvisorView => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed')
        return { status: 'failed', message: remote.error.message, retry: remote.retry }
      const found = remote.data.filter(({ categories }) => categories.includes(category))
      return { status: 'ready', groups: groupsOf(found), isChecking: remote.refreshing }
    }),
    check: () => queries.refresh(lints.key),
    async openSql({ title, sql }) {
      if (sql === null) return
      const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
      const id = sqlWorkOf(context).snippets.of(ref).create({ name: title, sql })
      context.router.open(context.router.href('sqlEditor', { ref, id }))
    },
    dispose() {},
  }
}

function groupsOf(found: readonly Lint[]): FindingGroup[] {
  return LEVELS.flatMap((level) => {
    const findings = found.filter((lint) => lint.level === level)
    return findings.length === 0
      ? []
      : [
          {
            level,
            title: advisorText.levels[level],
            count: advisorText.counts(findings.length),
            findings: findings.map(findingOf),
          },
        ]
  })
}

function findingOf({
  cache_key,
  title,
  level,
  description,
  detail,
  remediation,
  remediation_sql,
}: Lint): Finding {
  return {
    key: cache_key,
    title,
    badge: { label: advisorText.level[level], tone: TONES[level] },
    description,
    detail,
    remediation,
    sql: remediation_sql ?? null,
  }
}
