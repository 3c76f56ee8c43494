/** The name of a project, whether its database runs, whom it belongs to, and its end. */
import { getProject, projectChanges, type Project } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object } from 'valibot'
import { permissionsQuery } from '../../data/account.js'
import { organizationsQuery } from '../../data/organizations.js'
import {
  projectDeletion,
  projectKey,
  projectPausing,
  projectQuery,
  projectResuming,
  projectTransfer,
  projectUpdate,
} from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createEdit, type Edit } from '../../kernel/edit.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { can, type Wanted } from '../../rules/access.js'
import { isChanging, projectActions } from '../../rules/project-status.js'
import { affordance, type Affordance } from '../../sessions/rights.js'
import { settingsText } from '../../text/settings.js'
import { shellText } from '../../text/shell.js'
import type { ScreenContext } from '../context.js'

const text = settingsText.general

export interface Availability {
  body: string
  /** What can be done about it; absent while the project is on its way to another status. */
  action?: 'pause' | 'resume'
  label?: string
}

/** An organization that the project may go to. */
export interface TransferTarget {
  value: string
  label: string
}

export interface ProjectSettingsScreen extends Disposable {
  readonly title: string
  readonly ref: string
  readonly $project: ReadableAtom<Remote<Project>>
  readonly edit: Edit<{ name: string }>
  readonly $mayRename: ReadableAtom<Affordance>
  readonly $availability: ReadableAtom<Availability>
  readonly $mayPause: ReadableAtom<Affordance>
  /** Asks whether to pause, or resumes, or tries again: whatever can be done now. */
  changeAvailability(): void
  readonly pausing: Confirmation<Project>
  readonly $isResuming: ReadableAtom<boolean>
  readonly $resumeProblem: ReadableAtom<string | null>
  /** Where the project may go; null while that is not known. */
  readonly $targets: ReadableAtom<TransferTarget[] | null>
  readonly $mayTransfer: ReadableAtom<Affordance>
  /** The target that is chosen; empty: none yet. */
  readonly $target: ReadableAtom<string>
  chooseTarget(slug: string): void
  askTransfer(): void
  readonly transfer: Confirmation<{ project: Project; target: TransferTarget }>
  readonly $mayDelete: ReadableAtom<Affordance>
  /** What would be gone. */
  readonly $deleteBody: ReadableAtom<string>
  askDelete(): void
  /** The name is typed. */
  readonly deletion: Confirmation<Project, string>
  copyRef(): Promise<boolean>
}

export function createProjectSettings(
  context: ScreenContext,
  { ref }: { ref: string },
): ProjectSettingsScreen {
  const { client, queries, router, host, $runtime } = context
  const query = projectQuery(client, ref)
  const $project = queries.store(query)
  const $known = computed($project, (remote) => (remote.status === 'ready' ? remote.data : undefined))
  const update = projectUpdate(client, ref)
  const pause = createMutation(queries, projectPausing(client, ref))
  const resume = createMutation(queries, projectResuming(client, ref))
  const transferring = createMutation(queries, projectTransfer(client, ref))
  const deleting = createMutation(queries, projectDeletion(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })

  const may = (action: Wanted['action'], resource: Wanted['resource'], hint: string) =>
    affordance(
      context,
      computed(
        $known,
        (project): Wanted | undefined =>
          project && { action, resource, organizationSlug: project.organization_slug, projectRef: ref },
      ),
      hint,
    )
  /** What the role allows, as far as the status does, too. */
  const whileStatus = ($may: ReadableAtom<Affordance>, what: 'transfer' | 'delete') =>
    computed([$may, $known, $runtime], (affordance, project, runtime): Affordance => {
      if (runtime.status === 'ready' && !runtime.data.isPlatform)
        return { disabled: true, hint: text.selfHosted }
      if (affordance.disabled || !project || projectActions(project.status)[what]) return affordance
      return { disabled: true, hint: text.changing }
    })

  const edit: Edit<{ name: string }> = createEdit({
    schema: object({ name: projectChanges.entries.name.wrapped }),
    $stored: $project,
    initial: { name: '' },
    valuesOf: ({ name }: Project) => ({ name }),
    async save(changes, expected) {
      await mutate(queries, update, { ...changes, expected_updated_at: expected })
      success(text.saved)
    },
    async load() {
      const project = await client.call(getProject, { params: { ref } })
      queries.set(query, project)
      return project
    },
  })

  const $target = atom('')
  const $targets = computed(
    [$known, queries.store(organizationsQuery(client)), queries.store(permissionsQuery(client))],
    (project, organizations, permissions) => {
      if (!project || organizations.status !== 'ready' || permissions.status !== 'ready') return null
      const wanted = (organizationSlug: string): Wanted => ({
        action: 'create',
        resource: 'projects',
        organizationSlug,
      })
      return organizations.data
        .filter(({ slug }) => slug !== project.organization_slug && can(permissions.data, wanted(slug)))
        .map(({ slug, name }) => ({ value: slug, label: name }))
    },
  )
  const pausing = createConfirmation<Project>(() => pause.run())
  const transfer = createConfirmation<{ project: Project; target: TransferTarget }>(
    async ({ project, target }) => {
      const outcome = await transferring.run({ organization_slug: target.value })
      if (outcome.type === 'done') success(text.transferred(project.name, target.label))
      return outcome
    },
  )
  const deletion = createConfirmation<Project, string>(async ({ name, organization_slug }, typed) => {
    const outcome = await deleting.run({ name: typed })
    if (outcome.type === 'done') {
      router.open(router.href('organizationProjects', { slug: organization_slug }))
      queries.forget(projectKey(ref))
      success(text.deleted(name))
    }
    return outcome
  })

  return {
    title: shellText.pages.projectSettings,
    ref,
    $project,
    edit,
    $mayRename: may('update', 'projects', text.mayNotRename),
    $availability: computed($known, availabilityOf),
    $mayPause: may('update', 'project_settings', text.mayNotPause),
    changeAvailability() {
      const project = $known.get()
      if (!project) return
      if (availabilityOf(project).action === 'resume') void resume.run()
      else pausing.ask(project)
    },
    pausing,
    $isResuming: computed(resume.$state, ({ status }) => status === 'running'),
    $resumeProblem: computed(resume.$state, (state) =>
      state.status === 'failed' ? state.error.message : null,
    ),
    $targets,
    $target,
    chooseTarget: (slug) => $target.set(slug),
    askTransfer() {
      const project = $known.get()
      const target = $targets.get()?.find(({ value }) => value === $target.get())
      if (project && target) transfer.ask({ project, target })
    },
    $mayTransfer: whileStatus(may('delete', 'projects', text.mayNotTransfer), 'transfer'),
    transfer,
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
    dispose: edit.dispose,
  }
}

function availabilityOf(project: Project | undefined): Availability {
  if (!project) return { body: '' }
  const { status } = project
  if (status === 'INIT_FAILED') return { body: text.broken, action: 'resume', label: text.tryAgain }
  if (status === 'INACTIVE') return { body: text.stopped, action: 'resume', label: text.resume }
  if (isChanging(status) || !projectActions(status).pause) return { body: text.changing }
  return { body: text.running, action: 'pause', label: text.pause }
}
