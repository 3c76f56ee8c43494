/** What the advisors found in a project's database: errors first, each with what to do. */
import type { Lint } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { lintRestoring, lintsQuery } from '../../data/insight.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { advisorText } from '../../text/advisor.js'
import type { Needs } from '../context.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { findingRemedy } from '../../rules/advisors/finding-remedy.js'
import { createObjectPanels, type ObjectPanels } from '../objects/object-panels.js'
import { createRemedies, type RemedyButton } from './finding-remedies.js'
import { createFindingDismissal, type FindingDismissal } from './finding-dismissal.js'
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
  /** Where it is mended; null: by its SQL alone. */
  remedy: RemedyButton | null
  /** It was put aside. `until`: ISO 8601; null: for good. */
  dismissed: { because: string; until: string | null } | null
}

/** Findings of one level, or those that were put aside. */
export interface FindingGroup {
  level: Lint['level'] | 'DISMISSED'
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
  readonly $mayDismiss: ReadableAtom<ControlState>
  readonly dismissal: FindingDismissal
  restore(finding: Finding): Promise<void>
  /** Opens the statements as a new query. Nothing runs. */
  openSql(finding: Finding): Promise<void>
  /** Forms and questions of what mends a finding. */
  readonly objects: ObjectPanels
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
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | 'lazy' | 'account' | 'schemaChanges' | 'formDrafts'
  >,
  { ref, title, gate, category }: AdvisorParams,
): AdvisorScreen {
  const { host, client, queries } = context
  const restoring = createMutation(queries, lintRestoring(client, ref))
  const lints = lintsQuery(client, ref)
  const objects = createObjectPanels(context, { ref, gate })
  const remedyOf = createRemedies(context, { ref, objects })
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
      return { status: 'ready', groups: groupsOf(found, remedyOf), isChecking: remote.refreshing }
    }),
    $mayDismiss: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      advisorText.mayNot,
    ),
    dismissal: createFindingDismissal(context, ref),
    async restore({ key }) {
      const outcome = await restoring.run({ key })
      if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message: advisorText.restored })
      else if (outcome.type === 'failed')
        host.notifier.notify({ kind: 'error', message: outcome.error.message })
    },
    check: () => queries.refresh(lints.key),
    async openSql({ title, sql }) {
      if (sql === null) return
      const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
      const id = sqlWorkOf(context).snippets.of(ref).create({ name: title, sql })
      context.router.open(context.router.href('sqlEditor', { ref, id }))
    },
    objects,
    dispose: objects.dispose,
  }
}

type RemedyOf = ReturnType<typeof createRemedies>

function groupsOf(found: readonly Lint[], remedyOf: RemedyOf): FindingGroup[] {
  const counting = found.filter(({ dismissed }) => dismissed === undefined)
  return [
    ...LEVELS.map((level) =>
      groupOf(
        level,
        advisorText.levels[level],
        counting.filter((lint) => lint.level === level),
        remedyOf,
      ),
    ),
    groupOf(
      'DISMISSED',
      advisorText.dismissed,
      found.filter(({ dismissed }) => dismissed !== undefined),
      remedyOf,
    ),
  ].filter(({ findings }) => findings.length > 0)
}

function groupOf(
  level: FindingGroup['level'],
  title: string,
  lints: readonly Lint[],
  remedyOf: RemedyOf,
): FindingGroup {
  const findings = lints.map((lint) => findingOf(lint, remedyOf))
  return { level, title, count: advisorText.counts(lints.length), findings }
}

function findingOf(lint: Lint, remedyOf: RemedyOf): Finding {
  const { cache_key, title, level, description, detail, remediation, remediation_sql, dismissed } = lint
  const remedy = findingRemedy(lint)
  return {
    key: cache_key,
    title,
    badge: { label: advisorText.level[level], tone: TONES[level] },
    description,
    detail,
    remediation,
    sql: remediation_sql ?? null,
    remedy: remedy && remedyOf(remedy, detail),
    dismissed: dismissed
      ? {
          because: advisorText.dismissedBecause({ reason: dismissed.reason, by: dismissed.made_by }),
          until: dismissed.until,
        }
      : null,
  }
}
