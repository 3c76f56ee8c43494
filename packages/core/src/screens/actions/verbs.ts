/** What can be made from anywhere: a table, a bucket, an invitation. Each opens the page that does it, which asks for the rest. */
import type { Permission, Project } from '@basedeck/platform-client'
import { can, type PermissionRequest } from '../../rules/access/access.js'
import { searchAsking, type Opening } from '../../rules/shell/asked-opening.js'
import { catalogueText } from '../../text/catalogue.js'
import { commandText } from '../../text/command-menu.js'
import { infoText } from '../../text/info-pages.js'
import { organizationText } from '../../text/organization.js'
import { shellText } from '../../text/shell.js'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'
import type { Page } from '../shell/current-page.js'
import type { Action } from './action.js'

export interface VerbsState {
  page: Page
  /** Null: none is open, or it is not known yet. */
  project: Project | null
  /** Null: not known yet, and the platform decides. */
  permissions: readonly Permission[] | null
  /** A self-hosted installation is backed up by its operator; the guide says how. */
  isHosted: boolean
  /** Without accounts there is no one to invite. */
  hasAccounts: boolean
}

export function verbs({ router }: Needs<'router'>, state: VerbsState): Action[] {
  const { page, project, permissions, isHosted, hasAccounts } = state
  const { ref } = page
  const slug = page.slug ?? project?.organization_slug ?? null
  const may = (wanted: Pick<PermissionRequest, 'action' | 'resource' | 'projectRef'>, hint: string) =>
    permissions === null || slug === null || can(permissions, { ...wanted, organizationSlug: slug })
      ? undefined
      : hint
  const isDown = project !== null && project.status !== 'ACTIVE_HEALTHY'
  const verb = (id: Opening, label: string, href: string, refusal: string | undefined): Action => ({
    id,
    label,
    ...(refusal === undefined ? {} : { refusal }),
    run() {
      const url = new URL(href, 'http://page')
      router.open(url.pathname + searchAsking(url.search, id) + url.hash)
    },
  })
  const { location } = router.$route.get()
  const here = location.pathname + location.search
  const actions: Action[] = []
  if (ref !== null) {
    const down = isDown ? shellText.connect.inactive : undefined
    const ofProject = { projectRef: ref }
    const tables = may({ action: 'update', resource: 'database', ...ofProject }, catalogueText.mayNotWrite)
    const files = may({ action: 'update', resource: 'storage', ...ofProject }, storageText.bucket.mayNot)
    const settings = may(
      { action: 'update', resource: 'project_settings', ...ofProject },
      infoText.password.mayNot,
    )
    const isWithTables = page.name === 'tableEditor' || page.name === 'tableEditorTable'
    const isInBucket = page.name === 'bucket'
    actions.push(
      verb(
        'new-table',
        commandText.newTable,
        isWithTables ? here : `${router.href('tableEditor', { ref })}?schema=public`,
        down ?? tables,
      ),
      verb('new-bucket', commandText.newBucket, router.href('buckets', { ref }), down ?? files),
      verb(
        'upload-files',
        commandText.upload,
        here,
        down ?? files ?? (isInBucket ? undefined : commandText.noBucket),
      ),
      verb(
        'reset-database-password',
        commandText.resetPassword,
        router.href('databaseSettings', { ref }),
        down ?? settings,
      ),
      {
        id: 'back-up',
        label: commandText.backUp,
        run: () =>
          router.open(
            isHosted
              ? router.href('scheduledBackups', { ref })
              : router.href('docsPage', { page: 'operating' }),
          ),
      },
    )
  }
  if (slug !== null && hasAccounts)
    actions.push(
      verb(
        'invite',
        commandText.invite,
        router.href('team', { slug }),
        may({ action: 'create', resource: 'members' }, organizationText.team.mayNotInvite),
      ),
    )
  return actions
}
