/** A program that is killed while somebody is at a provider, with a real issuer on the other side. */
import { createClient, getRuntimeConfig, getTemporaryKey, updateAuthConfig } from '@basedeck/platform-client'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { Browser, openIdIssuer, trusting } from './openid-issuer.js'
import { programFolder } from './program-folder.js'
import { isRunning, startProgram } from './program.js'

const folder = programFolder()
const params = { ref: 'default' }
const SITE = 'http://localhost:3000'

test('who was at the provider comes in or begins again, and others are not disturbed', async () => {
  const authority = testAuthority()
  const ca = folder.at('authority.pem')
  const back: string[] = []
  const issuer = await openIdIssuer(authority.issue('127.0.0.1'), {
    id: 'deck',
    secret: 'hush-provider',
    redirectUris: () => back,
  })
  const start = async (apiPort: number) => {
    const args = `--port 0 --api-port ${apiPort} --engine cluster --data-dir ${folder.at('data')} --allow-outgoing-hosts ${issuer.host}`
    const program = await startProgram(args.split(' '), /database +open/, { NODE_EXTRA_CA_CERTS: ca })
    if (!isRunning(program)) throw new Error(program.output)
    folder.keep(program)
    const client = createClient({ baseUrl: program.url })
    const { projectApiUrl } = await client.call(getRuntimeConfig, {})
    const { api_key: apikey } = await client.call(getTemporaryKey, { params })
    return {
      program,
      client,
      apikey,
      port: Number(new URL(projectApiUrl).port),
      url: `${projectApiUrl}/default/auth/v1`,
    }
  }
  try {
    writeFileSync(ca, authority.certificate)
    const first = await start(0)
    back.push(`${first.url}/callback`)
    await first.client.call(updateAuthConfig, {
      params,
      body: {
        external_oidc_enabled: true,
        external_oidc_url: issuer.address,
        external_oidc_client_id: 'deck',
        external_oidc_secret: 'hush-provider',
      },
    })
    issuer.accounts.set('ada', { email: 'ada@example.org', email_verified: true })
    issuer.accounts.set('bob', { email: 'bob@example.org', email_verified: true })
    const browser = new Browser(trusting(authority))
    const isCallback = (address: string) => address.startsWith(back[0] ?? '-')
    const isSite = (address: string) => address.startsWith(SITE)
    const begin = `${first.url}/authorize?provider=oidc`
    await expect.poll(async () => (await fetch(begin, { redirect: 'manual' })).status).toBe(302)
    const waiting = await browser.passIssuer(begin, 'ada', isCallback)
    await first.program.end('SIGKILL')

    const second = await start(first.port)
    const answer = await browser.get(waiting)
    expect(answer.headers.get('location')).toMatch(
      /#(access_token=|error=invalid_request&error_code=bad_oauth_state)/,
    )
    expect((await browser.get(waiting)).headers.get('location')).toContain('error_code=bad_oauth_state')
    const other = await new Browser(trusting(authority)).passIssuer(
      `${second.url}/authorize?provider=oidc`,
      'bob',
      isSite,
    )
    expect(other).toContain('#access_token=')
    const again = await new Browser(trusting(authority)).passIssuer(
      `${second.url}/authorize?provider=oidc`,
      'ada',
      isSite,
    )
    expect(again).toContain('#access_token=')
  } finally {
    issuer.stop()
  }
}, 120_000)
