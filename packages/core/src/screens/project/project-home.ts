/** The home of a project: its status while it changes, the facts of its database, what happened, where to go on. */
import type { Project, ProjectActivity } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { projectActivityQuery, projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { isEmptyProject, nextSteps, type NextStep } from '../../rules/project/next-steps.js'
import { searchOfConnect } from '../../rules/connect/connect-shown.js'
import { projectActions, statusTone, type StatusTone } from '../../rules/project/project-status.js'
import { createProjectResuming, type ProjectResuming } from '../../sessions/shell/project-resuming.js'
import { projectControlState } from '../../sessions/account/rights.js'
import { projectText } from '../../text/project.js'
import type { Needs, ScreenContext } from '../context.js'
import { createFirstSteps, type FirstSteps } from './first-steps.js'
import { createProjectOverview, type FindingsState, type ProjectOverview } from './project-overview.js'
import { factsOf, activities, type Fact, type Activity } from './project-facts.js'

/** Something worth doing next, with the link to it. */
export interface Step {
  key: NextStep
  title: string
  body: string
  /** Null: it is done here, by `run`. */
  href: string | null
  /** It is under way. */
  isRunning?: true
  run?(): Promise<void>
}

/** What the home shows of the project itself. */
export type ProjectHomeView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | {
      status: 'ready'
      name: string
      badge: { label: string; tone: StatusTone }
      notice?: { tone: 'busy' | 'bad' | 'quiet'; text: string }
      /** What brings the database back; absent while nothing has to. */
      resume?: { label: string; settingsHref: string; settingsLabel?: string }
      facts: Fact[]
      stepsTitle: string
      steps: Step[]
    }

/** What the home of a project shows of its last changes. */
export type ActivityView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  /** The role of who is here does not read it. */
  | { status: 'closed' }
  | { status: 'ready'; entries: Activity[] }

/** `/project/{ref}`: the home of a project. */
export interface ProjectHomeScreen extends ProjectResuming, ProjectOverview, FirstSteps, Disposable {
  readonly title: string
  /** The name of the project. */
  readonly $view: ReadableAtom<ProjectHomeView>
  readonly $activity: ReadableAtom<ActivityView>
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

export function createProjectHome(
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | 'tabs' | 'impersonation' | 'schemaChanges' | 'lazy'
  >,
  { ref, title }: { ref: string; title: string },
): ProjectHomeScreen {
  const { client, queries, router, host } = context
  const scope = createScope()
  const $project = queries.store(projectQuery(client, ref))
  const activity = projectActivityQuery(client, ref)
  const $activity = queries.store(activity)
  const overview = createProjectOverview(context, ref)
  const $mayWrite = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    projectText.mayNotWrite,
  )
  const { runs, $isLoadingSample, dispose, ...firstSteps } = createFirstSteps(context, ref, $mayWrite)
  scope.add(dispose)
  const stepOf = stepsOf(router.href, ref, runs)

  const $isEmpty = computed(
    [$project, $activity],
    (project, activity) =>
      project.status === 'ready' &&
      isEmptyProject({
        isUp: projectActions(project.data.status).connect,
        tables: activity.status === 'ready' ? activity.data.database?.tables : undefined,
      }),
  )

  // What the database tells is worth asking for again when it has come up or gone down.
  let status: string | undefined
  scope.add(
    $project.subscribe((remote) => {
      if (remote.status !== 'ready' || remote.data.status === status) return
      if (status !== undefined) queries.refresh(activity.key)
      status = remote.data.status
    }),
  )

  return {
    title,
    ...overview,
    // What the advisors find in an empty database is no news: its first steps stand there.
    $findings: computed([overview.$findings, $isEmpty], (findings, isEmpty): FindingsState =>
      isEmpty ? { status: 'closed' } : findings,
    ),
    ...firstSteps,
    $view: computed(
      [$project, $activity, overview.$findings, $mayWrite, $isLoadingSample],
      (project, activity, findings, { hint }, isLoadingSample) =>
        viewOf(project, activity, findings, {
          stepOf,
          mayWrite: hint === undefined,
          canOpenFile: host.files.choose !== undefined,
          running: isLoadingSample ? 'sample' : undefined,
        }),
    ),
    $activity: computed($activity, activityOf),
    ...createProjectResuming(context, ref),
    copy: (text) => copyText(host, text),
    dispose: scope.dispose,
  }
}

function viewOf(
  remote: Remote<Project>,
  activity: Remote<ProjectActivity>,
  findings: FindingsState,
  {
    stepOf,
    mayWrite,
    canOpenFile,
    running,
  }: {
    stepOf(key: NextStep, securityErrors: number): Step
    mayWrite: boolean
    canOpenFile: boolean
    running: NextStep | undefined
  },
): ProjectHomeView {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed') return failureOf(remote)
  const project = remote.data
  const database = activity.status === 'ready' ? activity.data.database : undefined
  const notice = noticeOf(project)
  const tables = database?.tables
  const securityErrors = findings.status === 'ready' ? findings.securityErrors : 0
  return {
    status: 'ready',
    name: project.name,
    badge: {
      label: projectText.statuses[project.status] ?? project.status,
      tone: statusTone(project.status),
    },
    ...(notice ? { notice } : {}),
    ...(projectActions(project.status).resume
      ? { resume: resumeOf(project, stepOf('settings', 0).href ?? '') }
      : {}),
    facts: factsOf(project, database),
    stepsTitle: tables === 0 && mayWrite ? projectText.stepsTitle : projectText.linksTitle,
    steps: nextSteps({
      isUp: projectActions(project.status).connect,
      tables,
      securityErrors,
      mayWrite,
      canOpenFile,
    }).map((key) => ({
      ...stepOf(key, securityErrors),
      ...(key === running ? { isRunning: true as const, title: projectText.sample.loading } : {}),
    })),
  }
}

function activityOf(remote: Remote<ProjectActivity>): ActivityView {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed') return failureOf(remote)
  const { entries } = remote.data
  return entries ? { status: 'ready', entries: activities(entries) } : { status: 'closed' }
}

function failureOf({ error, retry }: { error: { message: string }; retry: () => void }) {
  return { status: 'failed', message: error.message, retry } as const
}

const NOTICES: Partial<Record<string, string>> = {
  COMING_UP: projectText.comingUp,
  PAUSING: projectText.pausing,
  INACTIVE: projectText.paused,
  GOING_DOWN: projectText.goingDown,
  RESTORING: projectText.restoring,
}

function noticeOf({
  status,
  status_reason,
  runs_as_superuser,
}: Project): { tone: 'busy' | 'bad' | 'quiet'; text: string } | undefined {
  const tone = statusTone(status)
  if (tone === 'bad') return { tone, text: status_reason ?? projectText.failed }
  if (runs_as_superuser) return { tone: 'bad', text: projectText.superuser }
  const text = NOTICES[status]
  return text === undefined ? undefined : { tone: tone === 'busy' ? 'busy' : 'quiet', text }
}

function resumeOf({ status }: Project, settingsHref: string) {
  if (status === 'ACTIVE_UNHEALTHY') return { label: projectText.tryAgain, settingsHref }
  return status === 'INIT_FAILED'
    ? { label: projectText.tryAgain, settingsHref, settingsLabel: projectText.deleteInSettings }
    : { label: projectText.resume, settingsHref }
}

function stepsOf(
  href: ScreenContext['router']['href'],
  ref: string,
  runs: Partial<Record<NextStep, () => Promise<void>>>,
) {
  const hrefs: Record<NextStep, string | null> = {
    sample: null,
    csv: null,
    dump: null,
    connect: href('projectHome', { ref }) + searchOfConnect(''),
    table: href('tableEditor', { ref }),
    security: href('securityAdvisor', { ref }),
    sql: href('sqlEditor', { ref, id: '1' }),
    tables: href('tableEditor', { ref }),
    keys: href('apiKeys', { ref }),
    settings: href('projectSettings', { ref }),
  }
  const titles: Record<NextStep, string> = {
    sample: projectText.sample.title,
    csv: projectText.csv.title,
    dump: projectText.dump.title,
    connect: projectText.connect.title,
    table: projectText.createTable,
    security: projectText.security,
    sql: projectText.openSql,
    tables: projectText.tables,
    keys: projectText.keys,
    settings: projectText.settings,
  }
  const bodies: Record<NextStep, (securityErrors: number) => string> = {
    sample: () => projectText.sample.body,
    csv: () => projectText.csv.body,
    dump: () => projectText.dump.body,
    connect: () => projectText.connect.body,
    table: () => projectText.createTableBody,
    security: projectText.securityBody,
    sql: () => projectText.openSqlBody,
    tables: () => projectText.tablesBody,
    keys: () => projectText.keysBody,
    settings: () => projectText.settingsBody,
  }
  return (key: NextStep, securityErrors: number): Step => ({
    key,
    title: titles[key],
    body: bodies[key](securityErrors),
    href: hrefs[key],
    ...(runs[key] ? { run: runs[key] } : {}),
  })
}
