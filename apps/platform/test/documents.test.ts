/** Documents of an organization: how they are answered, who gets them, and what happens with a full disk. */
import {
  createDocument,
  createOrganization,
  deleteOrganization,
  DOCUMENTS_MAX,
  listDocuments,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpError } from '../src/http/error-table.js'
import { testApi, type Browser, type TestApi } from './test-api.js'

let api: TestApi
let browser: Browser
let owner: Client
let isFull = false
beforeAll(async () => {
  api = await testApi({
    requireRoom: async () => {
      if (isFull) throw new HttpError('disk_full')
    },
  })
  browser = api.browser()
  owner = await api.owner(browser)
})
afterAll(() => api.remove())

const params = { slug: 'acme' }
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const add = (name: string, content: string | Uint8Array, slug = 'acme') =>
  owner.call(createDocument, { params: { slug }, body: { name, content: base64(content) } })
const fileOf = (id: string, slug = 'acme') => `/platform/organizations/${slug}/documents/${id}/file`

test('a page that would run script is saved and never opened, whatever its name', async () => {
  const { id, type } = await add('"evil"; filename=x.html', '<script>alert(document.cookie)</script>')
  expect(type).toBe('text/plain')
  const answer = await browser.fetch(fileOf(id))
  expect(answer.status).toBe(200)
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/plain/),
    'content-disposition': "attachment; filename*=UTF-8''%22evil%22%3B%20filename%3Dx.html",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  expect(headers['content-security-policy']).toContain('sandbox')
})

test('bytes come back as they were', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 256)
  const { id, size, type } = await add('random.bin', bytes)
  expect([size, type]).toEqual([70_000, 'application/octet-stream'])
  const answer = await browser.fetch(fileOf(id))
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
})

test('a document is found in its own organization only, and by members alone', async () => {
  const { id } = await add('ours.txt', 'ours')
  const other = await owner.call(createOrganization, { body: { name: 'Other' } })
  expect((await browser.fetch(fileOf(id, other.slug))).status).toBe(404)
  expect((await api.browser().fetch(fileOf(id))).status).toBe(401)
  await add('theirs.txt', 'theirs', other.slug)
  await owner.call(deleteOrganization, { params: { slug: other.slug }, body: { name: other.name } })
  const left = await api.control.select(`select from control.documents where name = 'theirs.txt'`)
  expect(left).toEqual([])
})

test('with a full disk nothing is added, and what is there is read', async () => {
  const { id } = await add('before.txt', 'before')
  isFull = true
  try {
    await expect(add('after.txt', 'after')).rejects.toMatchObject({ status: 507, code: 'disk_full' })
    expect((await browser.fetch(fileOf(id))).status).toBe(200)
    expect((await browser.fetch(fileOf(id).replace('/file', ''), { method: 'DELETE' })).status).toBe(200)
  } finally {
    isFull = false
  }
})

test('an organization has at most a hundred', async () => {
  const { length } = await owner.call(listDocuments, { params })
  for (let more = length; more < DOCUMENTS_MAX; more++) await add(`more ${more}.txt`, 'x')
  await expect(add('too many.txt', 'x')).rejects.toMatchObject({ code: 'too_many_documents' })
})

test('the audit log tells who added what, without its bytes', async () => {
  const lines = await api.control.select<{ detail: object }>(
    `select target, detail from control.audit_log where action = 'document.create' order by id limit 1`,
  )
  expect(lines).toMatchObject([{ detail: { type: 'text/plain', size: 39 } }])
  expect(JSON.stringify(lines)).not.toContain('PHNjcmlwdD')
})
