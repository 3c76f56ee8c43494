import { DOCUMENT_MAX_BYTES } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { DocumentRow, OrganizationDocumentsScreen } from './organization-documents.js'

let opened: OpenedScreen<OrganizationDocumentsScreen> | undefined
afterEach(() => opened?.end())

const file = (name: string, words: string, sizeBytes = words.length) => ({
  name,
  sizeBytes,
  text: async () => words,
})

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('organizationDocuments', '/org/default/documents', prepare)
  const { screen, watch, until } = opened
  watch(screen.documents.$rows, screen.$mayUpload, screen.$mayDelete, screen.$file)
  const rows = (): DocumentRow[] => {
    const remote = screen.documents.$rows.get()
    return remote.status === 'ready' ? remote.data : []
  }
  await until(() => {
    expect(screen.documents.$rows.get().status).toBe('ready')
    expect(screen.$mayDelete.get()).not.toEqual({ disabled: true })
  })
  return { ...opened, rows }
}

test('a file is chosen, named, uploaded, downloaded and deleted', async () => {
  const { screen, rows, host, until } = await open()
  screen.upload()
  host.chosen = file('agreement.txt', 'We agree')
  await screen.choose()
  expect(screen.$file.get()).toBe('agreement.txt (8 bytes)')
  screen.form.set('description', 'signed')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect([screen.$isUploading.get(), screen.$file.get()]).toEqual([false, null])
  await until(() => expect(rows()).toMatchObject([{ name: 'agreement.txt', description: 'signed', size: 8 }]))
  screen.download(rows()[0]!)
  expect(host.downloaded).toEqual([
    {
      url: `http://fake/platform/organizations/default/documents/${rows()[0]!.id}/file`,
      name: 'agreement.txt',
    },
  ])
  screen.deletion.ask(rows()[0]!)
  await screen.deletion.confirm()
  await until(() => expect(rows()).toEqual([]))
  expect(host.notes).toHaveLength(2)
})

test('without a file nothing is sent; one that is too large or empty is refused before it is read', async () => {
  const { screen, host, fake } = await open()
  screen.upload()
  screen.form.set('name', 'a.txt')
  expect(await screen.form.submit()).toEqual({ type: 'invalid' })
  expect(screen.$problem.get()).toBe('Choose a file first')
  host.chosen = file('large.iso', '', DOCUMENT_MAX_BYTES + 1)
  await screen.choose()
  expect(screen.$problem.get()).toContain('larger than 5 MB')
  host.chosen = file('nothing.txt', '')
  await screen.choose()
  expect(screen.$problem.get()).toContain('is empty')
  expect(screen.$file.get()).toBeNull()
  host.chosen = null
  await screen.choose()
  screen.closeUpload()
  expect(screen.$problem.get()).toBeNull()
  expect(fake.requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('who may only read downloads, and is told why the rest is off', async () => {
  const { screen } = await open((fake) => grantOnly(fake, ['read', 'organization'], ['read', 'documents']))
  expect(screen.$mayUpload.get()).toEqual({
    disabled: true,
    hint: 'Your role does not allow uploading documents',
  })
  screen.upload()
  expect(screen.$isUploading.get()).toBe(false)
})
