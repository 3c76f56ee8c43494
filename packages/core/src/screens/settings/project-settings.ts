/** The name of a project, whether its database runs, whom it belongs to, and its end. */
import { getPrepareSql, getProject, projectChanges, type Project } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { object } from 'valibot'
import {
  projectDeletion,
  projectKey,
  projectPausing,
  projectQuery,
  projectUpdate,
} from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { PermissionRequest } from '../../rules/access/access.js'
import { messageOf } from '../../rules/help/errors.js'
import { isChanging, projectActions } from '../../rules/project/project-status.js'
import { createProjectResuming } from '../../sessions/shell/project-resuming.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { settingsText } from '../../text/settings.js'
import type { Needs } from '../context.js'
import { createProjectTransfer, type ProjectTransfer } from './project-transfer.js'

const text = settingsText.general

export interface Availability {
  body: string
  /** What can be done about it; absent while the project is on its way to another status. */
  action?: 'pause' | 'resume'
  label?: string
}

/** `/project/{ref}/settings/general`: name, pause, transfer, deletion. */
export interface ProjectSettingsScreen extends Disposable {
  readonly title: string
  readonly ref: string
  readonly $project: ReadableAtom<Remote<Project>>
  readonly edit: RecordEdit<{ name: string }>
  readonly $mayRename: ReadableAtom<ControlState>
  readonly $availability: ReadableAtom<Availability>
  readonly $mayPause: ReadableAtom<ControlState>
  /** Asks whether to pause, or resumes, or tries again: whatever can be done now. */
  changeAvailability(): void
  readonly pausing: Confirmation<Project>
  readonly $isResuming: ReadableAtom<boolean>
  readonly $resumeProblem: ReadableAtom<string | null>
  /** False: it is the one project of a self-hosted platform, which can be neither transferred nor deleted. */
  readonly $mayLeave: ReadableAtom<boolean>
  readonly transfer: ProjectTransfer
  readonly $mayTransfer: ReadableAtom<ControlState>
  readonly $mayDelete: ReadableAtom<ControlState>
  /** What would be gone. */
  readonly $deleteBody: ReadableAtom<string>
  askDelete(): void
  /** The name is typed. */
  readonly deletion: Confirmation<Project, string>
  copyRef(): Promise<boolean>
  /** Whether it was added by URL, so that logins can be prepared in it. */
  readonly $mayPrepare: ReadableAtom<boolean>
  readonly $mayOpenPrepareSql: ReadableAtom<ControlState>
  /** Fetches the SQL and opens it in the editor: nothing has run of it. */
  openPrepareSql(): Promise<void>
}

export function createProjectSettings(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime' | 'lazy'>,
  { ref, title }: { ref: string; title: string },
): ProjectSettingsScreen {
  const { client, queries, router, host, $runtime } = context
  const query = projectQuery(client, ref)
  const $project = queries.store(query)
  const $known = computed($project, (remote) => (remote.status === 'ready' ? remote.data : undefined))
  const update = projectUpdate(client, ref)
  const pause = createMutation(queries, projectPausing(client, ref))
  const resuming = createProjectResuming(context, ref)
  const deleting = createMutation(queries, projectDeletion(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })

  const may = (action: PermissionRequest['action'], resource: PermissionRequest['resource'], hint: string) =>
    projectControlState(context, ref, { action, resource }, hint)
  /** What the role allows, as far as the status does, too. */
  const whileStatus = ($may: ReadableAtom<ControlState>, what: 'transfer' | 'delete') =>
    computed([$may, $known, $runtime], (controlState, project, runtime): ControlState => {
      if (runtime.status === 'ready' && !runtime.data.isPlatform)
        return { disabled: true, hint: text.selfHosted }
      if (controlState.disabled || !project || projectActions(project.status)[what]) return controlState
      return { disabled: true, hint: text.changing }
    })

  const edit: RecordEdit<{ name: string }> = createRecordEdit(context, {
    key: `project/${ref}`,
    schema: object({ name: projectChanges.entries.name.wrapped }),
    $stored: $project,
    initial: { name: '' },
    valuesOf: ({ name }: Project) => ({ name }),
    async save(changes, expected) {
      const saved = await mutate(queries, update, { ...changes, expected_updated_at: expected })
      success(text.saved)
      return saved
    },
    async load() {
      const project = await client.call(getProject, { params: { ref } })
      queries.set(query, project)
      return project
    },
  })

  const pausing = createConfirmation<Project>(() => pause.run())
  const deletion = createConfirmation<Project, string>(async ({ name, organization_slug }, typed) => {
    const outcome = await deleting.run({ name: typed })
    if (outcome.type === 'done') {
      router.open(router.href('organizationProjects', { slug: organization_slug }))
      queries.forget(projectKey(ref))
      const left = outcome.data.files_left
      if (left)
        host.notifier.notify({ kind: 'info', message: text.deleted(name), detail: text.filesLeft(left) })
      else success(text.deleted(name))
    }
    return outcome
  })

  return {
    title,
    ref,
    $project,
    edit,
    $mayRename: may('update', 'projects', text.mayNotRename),
    $availability: computed($known, availabilityOf),
    $mayPause: may('update', 'project_settings', text.mayNotPause),
    changeAvailability() {
      const project = $known.get()
      if (!project) return
      if (availabilityOf(project).action === 'resume') resuming.resume()
      else pausing.ask(project)
    },
    pausing,
    $isResuming: resuming.$isResuming,
    $resumeProblem: resuming.$resumeProblem,
    $mayLeave: computed($runtime, (runtime) => runtime.status !== 'ready' || runtime.data.isPlatform),
    transfer: createProjectTransfer(context, ref, $known),
    $mayTransfer: whileStatus(may('delete', 'projects', text.mayNotTransfer), 'transfer'),
    $mayDelete: whileStatus(may('delete', 'projects', text.mayNotDelete), 'delete'),
    $deleteBody: computed($known, (project) =>
      project?.engine === 'postgres' ? text.deleteAddedBody : text.deleteBody,
    ),
    askDelete() {
      const project = $known.get()
      if (project) deletion.ask(project)
    },
    deletion,
    copyRef: () => copyText(host, ref),
    $mayPrepare: computed($known, (project) => project?.engine === 'postgres'),
    $mayOpenPrepareSql: may('update', 'database', text.mayNotPrepare),
    async openPrepareSql() {
      try {
        const { sql } = await client.call(getPrepareSql, { params: { ref } })
        const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
        const id = sqlWorkOf(context).snippets.of(ref).create({ name: text.prepare, sql })
        router.open(router.href('sqlEditor', { ref, id }))
      } catch (error) {
        host.notifier.notify({ kind: 'error', message: messageOf(error) ?? errorText.unknown })
      }
    },
    dispose: edit.dispose,
  }
}

function availabilityOf(project: Project | undefined): Availability {
  if (!project) return { body: '' }
  const { status, status_reason } = project
  if (status === 'INIT_FAILED')
    return { body: text.broken(status_reason), action: 'resume', label: text.tryAgain }
  if (status === 'INACTIVE') return { body: text.stopped, action: 'resume', label: text.resume }
  if (isChanging(status) || !projectActions(status).pause) return { body: text.changing }
  return { body: text.running, action: 'pause', label: text.pause }
}
