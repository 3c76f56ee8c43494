/** The home of a project: its status while it changes, the facts of its database, what happened, where to go on. */
import type { Project, ProjectActivity } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { projectActivityQuery, projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { projectActions, statusTone, type StatusTone } from '../../rules/project-status.js'
import { createProjectResuming, type ProjectResuming } from '../../sessions/project-resuming.js'
import { projectText } from '../../text/project.js'
import type { ScreenContext } from '../context.js'
import { factsOf, happenings, type Fact, type Happening } from './project-facts.js'

export interface Step {
  key: 'table' | 'sql' | 'keys' | 'settings'
  title: string
  body: string
  href: string
}

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

export type ActivityView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'ready'; entries: Happening[] }

export interface ProjectHomeScreen extends ProjectResuming, Disposable {
  readonly title: string
  /** The name of the project. */
  readonly $thing: ReadableAtom<string | null>
  readonly $view: ReadableAtom<ProjectHomeView>
  readonly $activity: ReadableAtom<ActivityView>
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

export function createProjectHome(context: ScreenContext, { ref }: { ref: string }): ProjectHomeScreen {
  const { client, queries, router, host } = context
  const scope = createScope()
  const $project = queries.store(projectQuery(client, ref))
  const activity = projectActivityQuery(client, ref)
  const $activity = queries.store(activity)
  const steps = stepsOf(router.href, ref)

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
    title: projectText.title,
    $thing: computed($project, (project) => (project.status === 'ready' ? project.data.name : null)),
    $view: computed([$project, $activity], (project, activity) => viewOf(project, activity, steps)),
    $activity: computed($activity, activityOf),
    ...createProjectResuming(context, ref, $project),
    copy: (text) => copyText(host, text),
    dispose: scope.dispose,
  }
}

function viewOf(
  remote: Remote<Project>,
  activity: Remote<ProjectActivity>,
  steps: Record<Step['key'], Step>,
): ProjectHomeView {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed') return failureOf(remote)
  const project = remote.data
  const database = activity.status === 'ready' ? activity.data.database : undefined
  const notice = noticeOf(project)
  const isEmpty = database?.tables === 0
  return {
    status: 'ready',
    name: project.name,
    badge: {
      label: projectText.statuses[project.status] ?? project.status,
      tone: statusTone(project.status),
    },
    ...(notice ? { notice } : {}),
    ...(projectActions(project.status).resume ? { resume: resumeOf(project, steps.settings.href) } : {}),
    facts: factsOf(project, database),
    stepsTitle: isEmpty ? projectText.stepsTitle : projectText.linksTitle,
    steps: [isEmpty ? steps.table : steps.sql, steps.keys, steps.settings],
  }
}

function activityOf(remote: Remote<ProjectActivity>): ActivityView {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed') return failureOf(remote)
  return { status: 'ready', entries: happenings(remote.data.entries) }
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
}: Project): { tone: 'busy' | 'bad' | 'quiet'; text: string } | undefined {
  const tone = statusTone(status)
  if (tone === 'bad') return { tone, text: status_reason ?? projectText.failed }
  const text = NOTICES[status]
  return text === undefined ? undefined : { tone: tone === 'busy' ? 'busy' : 'quiet', text }
}

function resumeOf({ status }: Project, settingsHref: string) {
  return status === 'INIT_FAILED'
    ? { label: projectText.tryAgain, settingsHref, settingsLabel: projectText.deleteInSettings }
    : { label: projectText.resume, settingsHref }
}

function stepsOf(href: ScreenContext['router']['href'], ref: string): Record<Step['key'], Step> {
  const sql = href('sqlEditor', { ref, id: '1' })
  return {
    table: { key: 'table', title: projectText.createTable, body: projectText.createTableBody, href: sql },
    sql: { key: 'sql', title: projectText.openSql, body: projectText.openSqlBody, href: sql },
    keys: {
      key: 'keys',
      title: projectText.keys,
      body: projectText.keysBody,
      href: href('apiKeys', { ref }),
    },
    settings: {
      key: 'settings',
      title: projectText.settings,
      body: projectText.settingsBody,
      href: href('projectSettings', { ref }),
    },
  }
}
