/**
 * The first account of an installation, made with the code that the program printed at its start. On a hosted platform it
 * leads to the first project of its organization.
 */
import { listOrganizations, setUp, setupBody } from '@basedeck/platform-client'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'
import { isHosted } from '../shell/current-page.js'

/** The page that makes the first account of an installation. */
export interface SetUpScreen extends Disposable {
  readonly title: string
  readonly form: Form<{
    setup_code: string
    first_name: string
    email: string
    password: string
    organization_name: string
  }>
  /** The address brought the code along. */
  readonly hasCode: boolean
}

export function createSetUp(
  { client, account, router, $runtime }: Needs<'client' | 'router' | 'account' | '$runtime'>,
  { title }: { title: string },
): SetUpScreen {
  const code = new URLSearchParams(router.$route.get().location.search).get('code') ?? ''
  return {
    title,
    hasCode: code !== '',
    form: createForm({
      schema: setupBody,
      initial: { setup_code: code, first_name: '', email: '', password: '', organization_name: '' },
      blames: { wrong_setup_code: 'setup_code' },
      async submit(body) {
        account.entered(await client.call(setUp, { body }))
        if (!isHosted($runtime.get())) return
        // The account exists already: without the list it finds its organization by itself.
        const organizations = await client.call(listOrganizations, {}).catch(() => [])
        const [own] = organizations
        if (own) router.open(router.href('newProject', { slug: own.slug }), { replace: true })
      },
    }),
    dispose() {},
  }
}
