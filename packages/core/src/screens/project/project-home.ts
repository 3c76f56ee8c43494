/** The home of a project: its status, the facts of its database, first steps. */
import type { Project } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Disposable } from '../../kernel/screen.js'
import { alertMessage } from '../../rules/errors.js'
import { errorText } from '../../text/errors.js'
import { projectText } from '../../text/project.js'
import type { ScreenContext } from '../context.js'

export interface Fact {
  key: keyof typeof projectText.facts
  label: string
  value: string
  /** Values that are code are set in the code font and can be copied. */
  copyable: boolean
}

export type ProjectHomeView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | {
      status: 'ready'
      name: string
      badge: { label: string; tone: 'good' | 'busy' | 'bad' | 'quiet' }
      notice?: { tone: 'busy' | 'bad'; text: string }
      facts: Fact[]
      sqlHref: string
    }

export interface ProjectHomeScreen extends Disposable {
  readonly title: string
  readonly $view: ReadableAtom<ProjectHomeView>
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

export function createProjectHome(context: ScreenContext, params: { ref: string }): ProjectHomeScreen {
  const $project = context.queries.store(projectQuery(context.client, params.ref))
  const sqlHref = context.router.href('sqlEditor', { ref: params.ref, id: '1' })
  return {
    title: projectText.title,
    $view: computed($project, (remote): ProjectHomeView => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed') {
        return {
          status: 'failed',
          message: errorText.title(alertMessage(remote.error.message)),
          retry: remote.retry,
        }
      }
      const project = remote.data
      const notice = noticeOf(project)
      return {
        status: 'ready',
        name: project.name,
        badge: { label: projectText.statuses[project.status] ?? project.status, tone: toneOf(project) },
        ...(notice ? { notice } : {}),
        facts: factsOf(project),
        sqlHref,
      }
    }),
    copy: (text) => copyText(context.host, text),
    dispose() {},
  }
}

function toneOf({ status }: Project): 'good' | 'busy' | 'bad' | 'quiet' {
  if (status === 'ACTIVE_HEALTHY') return 'good'
  if (status === 'INIT_FAILED' || status === 'ACTIVE_UNHEALTHY') return 'bad'
  return status === 'COMING_UP' || status === 'RESTORING' ? 'busy' : 'quiet'
}

function noticeOf(project: Project): { tone: 'busy' | 'bad'; text: string } | undefined {
  if (project.status === 'COMING_UP') return { tone: 'busy', text: projectText.comingUp }
  if (toneOf(project) !== 'bad') return undefined
  return { tone: 'bad', text: project.status_reason ?? projectText.failed }
}

function factsOf(project: Project): Fact[] {
  const { facts } = projectText
  const fact = (key: Fact['key'], value: string, copyable = false): Fact => ({
    key,
    label: facts[key],
    value,
    copyable,
  })
  return [
    fact('version', project.dbVersion ?? projectText.notYet),
    fact('engine', project.engine_description),
    fact('host', project.db_host, true),
    fact('ref', project.ref, true),
    fact('restUrl', project.restUrl, true),
  ]
}
