/** A new organization: a name; what follows is its first project. */
import { organizationBody } from '@basedeck/platform-client'
import { permissionsQuery } from '../../data/account.js'
import { organizationCreation } from '../../data/organizations.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { shellText } from '../../text/shell.js'
import type { ScreenContext } from '../context.js'

export interface NewOrganizationScreen extends Disposable {
  readonly title: string
  readonly form: Form<{ name: string }>
  readonly cancelHref: string
}

export function createNewOrganization(context: ScreenContext): NewOrganizationScreen {
  const { client, queries, router, formDrafts } = context
  const creation = organizationCreation(client)
  const form: Form<{ name: string }> = createForm({
    schema: organizationBody,
    initial: { name: '' },
    async submit(body) {
      const organization = await mutate(queries, creation, body)
      queries.refresh(permissionsQuery(client).key)
      router.open(router.href('newProject', { slug: organization.slug }))
    },
  })
  formDrafts.keep('new-organization', form)
  return {
    title: shellText.pages.newOrganization,
    form,
    cancelHref: router.href('organizations'),
    dispose() {},
  }
}
