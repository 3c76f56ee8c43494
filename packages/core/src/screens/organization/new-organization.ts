/** A new organization: a name and its part of addresses; what follows is its first project. */
import { organizationBody } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { object } from 'valibot'
import { permissionsQuery } from '../../data/account.js'
import { organizationCreation } from '../../data/organizations.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { slugOf } from '../../rules/organization/slug.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'

/** `/new`: makes an organization, and leads to its first project. */
export interface NewOrganizationScreen extends Disposable {
  readonly title: string
  readonly form: Form<{ name: string; slug: string }>
  /** The address that it will have, as far as it is known. */
  readonly $address: ReadableAtom<string>
  readonly cancelHref: string
}

export function createNewOrganization(
  context: Needs<'client' | 'queries' | 'router' | 'formDrafts'>,
  { title }: { title: string },
): NewOrganizationScreen {
  const { client, queries, router, formDrafts } = context
  const creation = organizationCreation(client)
  const form: Form<{ name: string; slug: string }> = createForm({
    schema: object({ name: organizationBody.entries.name, slug: organizationBody.entries.slug.wrapped }),
    initial: { name: '', slug: '' },
    blames: { slug_taken: 'slug' },
    async submit(body) {
      const organization = await mutate(queries, creation, body)
      queries.refresh(permissionsQuery(client).key)
      router.open(router.href('newProject', { slug: organization.slug }))
    },
  })
  formDrafts.keep('new-organization', form)
  return {
    title,
    form,
    $address: computed(form.$values, ({ name, slug }) =>
      slug.trim() === ''
        ? organizationText.create.madeAddress(slugOf(name))
        : organizationText.create.address(slug.trim()),
    ),
    cancelHref: router.href('organizations'),
    dispose() {},
  }
}
