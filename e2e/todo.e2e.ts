/**
 * The example application, on the platform as it is started: people sign up by a mail's link, and see their own rows and files.
 */
import {
  createClient,
  getProject,
  listApiKeys,
  listAuthMails,
  openAuthMail,
  queryTyped,
  updateAuthConfig,
  type Client,
} from '@basedeck/platform-client'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { expect, test } from './models/test.js'

const ROOT = fileURLToPath(new URL('../examples/todo', import.meta.url))
const params = { ref: 'default' }
const PASSWORD = 'a long enough password'

/** The newest link that was mailed to an address. */
async function mailedLink(client: Client, to: string): Promise<string> {
  const { mails } = await client.call(listAuthMails, { params })
  const mail = mails.find((one) => one.to === to)
  const { text } = await client.call(openAuthMail, { params: { ...params, id: mail?.id ?? '' } })
  return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('status')).toHaveText(`Open the link that was sent to ${email}.`)
}

test.use({ refusals: /\/token\?|\/logout/ })

test('people of an application sign up by mail, and each has their own tasks and files', async ({
  page,
  start,
}) => {
  const platform = await start('cluster')
  const client = createClient({ baseUrl: platform.url })
  const { restUrl } = await client.call(getProject, { params })
  const keys = await client.call(listApiKeys, { params, query: { reveal: true } })
  const key = keys.find(({ type }) => type === 'publishable')?.api_key ?? ''
  const query = await readFile(`${ROOT}/schema.sql`, 'utf8')
  await client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })
  process.env['VITE_PROJECT_URL'] = restUrl
  process.env['VITE_PROJECT_KEY'] = key
  await build({ root: ROOT, logLevel: 'error', build: { outDir: 'dist' } })
  const server = await preview({ root: ROOT, logLevel: 'error', preview: { port: 0 } })
  const site = server.resolvedUrls?.local[0] ?? ''
  await client.call(updateAuthConfig, { params, body: { site_url: site, disable_signup: false } })
  try {
    await page.goto(site)
    await signUp(page, 'ada@example.com')
    await page.goto(await mailedLink(client, 'ada@example.com'))
    await expect(page.getByRole('heading', { name: 'Tasks of ada@example.com' })).toBeVisible()

    await page.getByLabel('New task').fill('Buy milk')
    await page.getByRole('button', { name: 'Add' }).click()
    // The box follows what is stored.
    await page.getByRole('checkbox', { name: 'Buy milk' }).click()
    await expect(page.getByRole('checkbox', { name: 'Buy milk' })).toBeChecked()
    const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('milk, 2 litres') }
    await page.getByLabel('File of Buy milk').setInputFiles(file)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'list.txt' }).click()
    await expect((await opened).locator('body')).toContainText('milk, 2 litres')

    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Buy milk' })).toBeChecked()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await signUp(page, 'bob@example.com')
    await page.goto(await mailedLink(client, 'bob@example.com'))
    await expect(page.getByRole('heading', { name: 'Tasks of bob@example.com' })).toBeVisible()
    await page.getByLabel('New task').fill('Buy tea')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('status')).toHaveText('Invalid login credentials')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Delete Buy milk' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await server.close()
  }
})
