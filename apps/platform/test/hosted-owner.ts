/** The first account of a hosted platform, in a browser of its own. */
import { setUp, type Client } from '@basedeck/platform-client'
import type { RunningApp } from './running-app.js'
import { createBrowser, PASSWORD, SETUP_CODE } from './test-api.js'

/** Makes the account and its organization, and gives the client of its browser. */
export async function hostedOwner({ request }: RunningApp, organizationName: string): Promise<Client> {
  const { client } = createBrowser(request)
  await client.call(setUp, {
    body: {
      setup_code: SETUP_CODE,
      email: 'owner@example.com',
      password: PASSWORD,
      first_name: 'Olive',
      organization_name: organizationName,
    },
  })
  return client
}
