/** Giving a project to another organization: where it may go, and the question before it goes. */
import type { Project } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { permissionsQuery } from '../../data/account.js'
import { organizationsQuery } from '../../data/organizations.js'
import { projectTransfer } from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import { can } from '../../rules/access/access.js'
import { settingsText } from '../../text/settings.js'
import type { Needs } from '../context.js'

/** An organization that the project may go to. */
export interface TransferTarget {
  value: string
  label: string
}

export interface ProjectTransfer {
  /** Where the project may go; null while that is not known. */
  readonly $targets: ReadableAtom<TransferTarget[] | null>
  /** The target that is chosen; empty: none yet. */
  readonly $target: ReadableAtom<string>
  choose(slug: string): void
  ask(): void
  readonly question: Confirmation<{ project: Project; target: TransferTarget }>
}

export function createProjectTransfer(
  { client, queries, host }: Needs<'host' | 'client' | 'queries'>,
  ref: string,
  $project: ReadableAtom<Project | undefined>,
): ProjectTransfer {
  const transferring = createMutation(queries, projectTransfer(client, ref))
  const $target = atom('')
  const $targets = computed(
    [$project, queries.store(organizationsQuery(client)), queries.store(permissionsQuery(client))],
    (project, organizations, permissions) => {
      if (!project || organizations.status !== 'ready' || permissions.status !== 'ready') return null
      const mayCreateIn = (organizationSlug: string) =>
        can(permissions.data, { action: 'create', resource: 'projects', organizationSlug })
      return organizations.data
        .filter(({ slug }) => slug !== project.organization_slug && mayCreateIn(slug))
        .map(({ slug, name }) => ({ value: slug, label: name }))
    },
  )
  const question = createConfirmation<{ project: Project; target: TransferTarget }>(
    async ({ project, target }) => {
      const outcome = await transferring.run({ organization_slug: target.value })
      if (outcome.type === 'done') {
        const message = settingsText.general.transferred(project.name, target.label)
        host.notifier.notify({ kind: 'success', message })
      }
      return outcome
    },
  )
  return {
    $targets,
    $target,
    choose: (slug) => $target.set(slug),
    ask() {
      const project = $project.get()
      const target = $targets.get()?.find(({ value }) => value === $target.get())
      if (project && target) question.ask({ project, target })
    },
    question,
  }
}
