/** The name of an organization, where its invoices go, and its end. */
import { getOrganization, organizationChanges, type Organization } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { object, pipe, string, transform, trim } from 'valibot'
import { permissionsQuery } from '../../data/account.js'
import {
  organizationDeletion,
  organizationKey,
  organizationQuery,
  organizationUpdate,
} from '../../data/organizations.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'
import { isHosted } from '../shell/current-page.js'

const text = organizationText.settings

const schema = object({
  name: organizationChanges.entries.name.wrapped,
  /** Empty: none. */
  billing_email: pipe(
    string(),
    trim(),
    transform((address) => (address === '' ? null : address)),
    organizationChanges.entries.billing_email.wrapped,
  ),
})

export interface OrganizationSettingsValues {
  name: string
  billing_email: string
}

/** `/org/{slug}/general`: the name of an organization, its billing address, its end. */
export interface OrganizationSettingsScreen extends Disposable {
  readonly title: string
  readonly $organization: ReadableAtom<Remote<Organization>>
  readonly edit: RecordEdit<OrganizationSettingsValues>
  readonly $mayUpdate: ReadableAtom<ControlState>
  readonly $mayDelete: ReadableAtom<ControlState>
  /** The only organization of an installation stays. */
  readonly $offersDelete: ReadableAtom<boolean>
  askDelete(): void
  /** The name is typed. */
  readonly deletion: Confirmation<Organization, string>
  readonly slug: string
  copySlug(): Promise<boolean>
}

export function createOrganizationSettings(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime' | 'lazy'>,
  { slug, title }: { slug: string; title: string },
): OrganizationSettingsScreen {
  const { client, queries, router, host } = context
  const query = organizationQuery(client, slug)
  const $organization = queries.store(query)
  const update = organizationUpdate(client, slug)
  const deleting = createMutation(queries, organizationDeletion(client, slug))
  const edit: RecordEdit<OrganizationSettingsValues> = createRecordEdit(context, {
    key: `organization/${slug}`,
    schema,
    $stored: $organization,
    initial: { name: '', billing_email: '' },
    valuesOf: ({ name, billing_email = '' }: Organization) => ({ name, billing_email }),
    async save(changes, expected) {
      const saved = await mutate(queries, update, { ...changes, expected_updated_at: expected })
      host.notifier.notify({ kind: 'success', message: text.saved })
      return saved
    },
    async load() {
      const organization = await client.call(getOrganization, { params: { slug } })
      queries.set(query, organization)
      return organization
    },
  })
  const deletion = createConfirmation<Organization, string>(async ({ name }, typed) => {
    const outcome = await deleting.run({ name: typed })
    if (outcome.type === 'done') {
      router.open(router.href('organizations'))
      queries.forget(organizationKey(slug))
      queries.refresh(permissionsQuery(client).key)
      host.notifier.notify({ kind: 'success', message: text.deleted(name) })
    }
    return outcome
  })

  return {
    title,
    slug,
    $organization,
    edit,
    $mayUpdate: controlState(
      context,
      { action: 'update', resource: 'organization', organizationSlug: slug },
      text.mayNotChange,
    ),
    $mayDelete: controlState(
      context,
      { action: 'delete', resource: 'organization', organizationSlug: slug },
      text.mayNotDelete,
    ),
    $offersDelete: computed(context.$runtime, isHosted),
    askDelete() {
      const organization = $organization.get()
      if (organization.status === 'ready') deletion.ask(organization.data)
    },
    deletion,
    copySlug: () => copyText(host, slug),
    dispose: edit.dispose,
  }
}
