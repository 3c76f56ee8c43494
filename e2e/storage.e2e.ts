/**
 * Buckets and their files in a browser: made, uploaded, renamed, moved, downloaded, deleted.
 * @covers storage
 */
import type { Locator, Page, TestInfo } from '@playwright/test'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

const BUCKETS = '/platform/storage/default/buckets'
const MiB = 1024 * 1024

/** A bucket of the test's own, open in the page. */
async function openBucket(page: Page, id: string): Promise<void> {
  await page.request.post(BUCKETS, { data: { id } })
  await page.request.post(`${BUCKETS}/${id}/empty`)
  await page.goto(`/project/default/storage/buckets/${id}`)
}

/** A file on the disk, as a user has it: its time of change stays. */
function fileOf(info: TestInfo, name: string, content: string | Buffer): string {
  const path = info.outputPath(name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

async function upload(page: Page, entry: 'Upload files' | 'Upload a folder', paths: string | string[]) {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: entry }).click(),
  ])
  await chooser.setFiles(paths)
}

// A list may be read again while its bucket is deleted: the event of the deletion comes before its answer.
test.use({ refusals: /\/objects\/list$/ })

const item = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The row of an upload is there before its last byte. */
async function bytesOf(page: Page, bucket: string, path: string): Promise<Buffer> {
  const load = () => page.request.get(`${BUCKETS}/${bucket}/objects/download`, { params: { path } })
  await expect.poll(async () => (await load()).status()).toBe(200)
  return (await load()).body()
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a bucket is made by typing, changed, and deleted by its name', async ({ page }) => {
  await page.goto('/project/default/storage/buckets')
  await page.getByRole('button', { name: 'New bucket' }).first().click()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').pressSequentially('photos/2026')
  await page.getByRole('button', { name: 'Create bucket' }).click()
  await expect(
    page.getByText('The name of the bucket can’t hold “/”; it may have letters from'),
  ).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Name').fill('')
  await field(page, 'Name').pressSequentially('photos-2026')
  await page.getByRole('switch', { name: 'Public bucket' }).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/storage\/buckets\/photos-2026$/)
  await expect(said(page, 'This folder is empty')).toBeVisible()
  await expect(page.getByText('public bucket · 50 MB per file')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'photos-2026', exact: true }).first().hover()
  await page.getByRole('button', { name: 'Actions of photos-2026' }).click()
  await page.getByRole('menuitem', { name: 'Edit bucket' }).click()
  await page.getByRole('textbox', { name: 'Largest file' }).pressSequentially('1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('public bucket · 1 MB per file')).toBeVisible()

  await page.getByRole('link', { name: 'photos-2026', exact: true }).first().hover()
  await page.getByRole('button', { name: 'Actions of photos-2026' }).click()
  await page.getByRole('menuitem', { name: 'Delete bucket' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete bucket' })).toBeDisabled()
  await dialog.getByRole('textbox').pressSequentially('photos-2026')
  await dialog.getByRole('button', { name: 'Delete bucket' }).click()
  await expect(page).toHaveURL(/\/storage\/buckets$/)
  await expect(page.getByRole('link', { name: 'photos-2026' })).toHaveCount(0)
})

test('files are chosen and dropped; empty ones and taken names are told', async ({ page }, info) => {
  await openBucket(page, 'chosen')
  const notes = fileOf(info, 'notes.txt', 'some notes')
  const empty = fileOf(info, 'empty.txt', '')
  await upload(page, 'Upload files', [notes, empty])
  await expect(said(page, 'Failed to upload 1 file as its size is 0.')).toBeVisible()
  await expect(said(page, 'Successfully uploaded 1 file!')).toBeVisible()
  await expect(item(page, 'notes.txt')).toBeVisible()
  await expectAccessible(page)

  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['other notes'], 'notes.txt', { type: 'text/plain' }))
    return data
  })
  const row = item(page, 'notes.txt')
  await row.dispatchEvent('dragover', { dataTransfer: transfer })
  await row.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(item(page, 'notes (1).txt')).toBeVisible()
  expect(String(await bytesOf(page, 'chosen', 'notes (1).txt'))).toBe('other notes')
  await tray(page).getByRole('button', { name: 'Close the uploads' }).click()
  await expect(tray(page)).toHaveCount(0)

  await item(page, 'notes.txt').click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('some notes')
  await expectAccessible(page)
})

test('a folder is uploaded as it is, and goes on while other pages are open', async ({ page }, info) => {
  await openBucket(page, 'folders')
  for (let index = 0; index < 25; index++) fileOf(info, `album/${index % 3}/${index}.txt`, `file ${index}`)
  await upload(page, 'Upload a folder', info.outputPath('album'))
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await expect(tray(page)).toContainText('25 files uploaded')
  await page.goBack()
  await item(page, 'album').click()
  await item(page, '2').click()
  await expect(item(page, '23.txt')).toBeVisible()
  expect(String(await bytesOf(page, 'folders', 'album/2/23.txt'))).toBe('file 23')
})

test('the details of a file cover neither its column nor the uploads @whole', async ({ page }, info) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openBucket(page, 'beside')
  fileOf(info, 'one/two/three/deep.txt', 'deep')
  await upload(page, 'Upload a folder', info.outputPath('one'))
  await expect(tray(page)).toContainText('1 file uploaded')
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    for (const folder of ['one', 'two', 'three']) await item(page, folder).click()
    await item(page, 'deep.txt').click()
    const details = page.getByRole('complementary', { name: 'Details' })
    const startsAfter = async (other: Locator) => {
      const [left, beside] = await Promise.all([details.boundingBox(), other.boundingBox()])
      return left !== null && beside !== null && beside.x + beside.width <= left.x
    }
    await expect.poll(() => startsAfter(item(page, 'deep.txt'))).toBe(true)
    await expect.poll(() => startsAfter(tray(page))).toBe(true)
    await details.getByRole('button', { name: 'Close the details' }).click()
  }
})

test('a file that was finished while a pause cut off its answer counts as uploaded', async ({
  page,
}, info) => {
  // The answer to the first file never reaches the page.
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    let isFirst = true
    XMLHttpRequest.prototype.send = function (body) {
      if (isFirst && body instanceof Blob) {
        isFirst = false
        Object.assign(this, { onload: null })
      }
      send.call(this, body)
    }
  })
  await openBucket(page, 'cut')
  await upload(page, 'Upload files', fileOf(info, 'notes.txt', 'some notes'))
  await bytesOf(page, 'cut', 'notes.txt')
  await tray(page).getByRole('button', { name: 'Pause notes.txt' }).click()
  await tray(page).getByRole('button', { name: 'Resume notes.txt' }).click()
  await expect(said(page, 'Successfully uploaded 1 file!')).toBeVisible()
  await expect(tray(page)).toContainText('1 file uploaded')
  expect(String(await bytesOf(page, 'cut', 'notes.txt'))).toBe('some notes')
})

test('an upload that a reload interrupts goes on where it stopped, byte for byte', async ({ page }, info) => {
  await openBucket(page, 'resumed')
  const bytes = Buffer.alloc(14 * MiB)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at)
  const path = fileOf(info, 'film.bin', bytes)
  let patches = 0
  const offsets: string[] = []
  await page.route('**/upload/resumable/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    offsets.push(request.headers()['upload-offset'] ?? '')
    // The second piece never arrives.
    if (++patches !== 2) await route.continue()
  })
  await upload(page, 'Upload files', path)
  await expect.poll(() => offsets).toEqual(['0', String(6 * MiB)])
  await page.reload()
  await expect(tray(page)).toContainText('Interrupted: choose the same file to go on')
  await expectAccessible(page)
  await upload(page, 'Upload files', path)
  await expect(said(page, 'Successfully uploaded 1 file!')).toBeVisible()
  expect(offsets.slice(2)).toEqual([String(6 * MiB), String(12 * MiB)])
  expect(hash(await bytesOf(page, 'resumed', 'film.bin'))).toBe(hash(bytes))
})

test('items are renamed in their place by mouse and keyboard @whole', async ({ page }, info) => {
  await openBucket(page, 'renamed')
  await upload(page, 'Upload files', [fileOf(info, 'one.txt', '1'), fileOf(info, 'two.txt', '2')])
  await expect(item(page, 'two.txt')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  const name = field(page, 'Name of the new folder')
  await expect(name).toHaveValue('Untitled folder')
  await page.keyboard.type('docs', { delay: 90 })
  await page.keyboard.press('Enter')
  await expect(item(page, 'docs')).toBeVisible()
  // By keys alone one goes on from what was named.
  await expect(item(page, 'docs')).toBeFocused()

  await item(page, 'one.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.locator('[role=treeitem] input')).toBeFocused()
  // The extension is not selected.
  await page.keyboard.type('first', { delay: 90 })
  await page.keyboard.press('Enter')
  await expect(item(page, 'first.txt')).toBeFocused()
  await expect(said(page, 'Renamed the file to first.txt')).toBeVisible()

  await item(page, 'first.txt').press('F2')
  await page.keyboard.type('two', { delay: 90 })
  await page.keyboard.press('Enter')
  await expect(
    said(page, 'The name two.txt already exists in the current directory. Please use a different name.'),
  ).toBeVisible()
  // The name stays to be mended; neither Enter nor a click elsewhere takes it away.
  const typed = field(page, 'New name of first.txt')
  await expect(typed).toBeFocused()
  await expect(typed).toHaveValue('two.txt')
  await expectAccessible(page)
  await item(page, 'docs').click()
  await expect(typed).toHaveValue('two.txt')
  await typed.press('Escape')
  await expect(item(page, 'first.txt')).toBeFocused()
  await item(page, 'first.txt').press('F2')
  await page.keyboard.type('dropped', { delay: 90 })
  await page.keyboard.press('Escape')
  await expect(item(page, 'first.txt')).toBeFocused()

  await item(page, 'docs').press('F2')
  await page.keyboard.type('papers', { delay: 90 })
  await item(page, 'two.txt').click()
  await expect(item(page, 'papers')).toBeVisible()
  await expect(item(page, 'docs')).toHaveCount(0)
})

test('another window shows a change at once, without the focus', async ({ page, context }, info) => {
  await openBucket(page, 'two-windows')
  const other = await context.newPage()
  await other.goto('/project/default/storage/buckets/two-windows')
  await page.bringToFront()
  await expect(other.getByText('This folder is empty')).toBeVisible()
  await upload(page, 'Upload files', fileOf(info, 'seen.txt', 'seen'))
  await expect(item(other, 'seen.txt')).toBeVisible()
  await item(page, 'seen.txt').press('F2')
  await field(page, 'New name of seen.txt').fill('renamed.txt')
  await page.keyboard.press('Enter')
  await expect(item(other, 'renamed.txt')).toBeVisible()
  await expect(item(other, 'seen.txt')).toBeHidden()
})

test('items are selected, dragged into a folder, moved by the dialog, and deleted', async ({
  page,
}, info) => {
  await openBucket(page, 'moved')
  const names = ['a.txt', 'b.txt', 'c.txt']
  await upload(
    page,
    'Upload files',
    names.map((name) => fileOf(info, name, name)),
  )
  await expect(item(page, 'c.txt')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  await expect(field(page, 'Name of the new folder')).toBeFocused()
  await page.keyboard.type('inbox', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(item(page, 'inbox')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Close the uploads' }).click()

  await item(page, 'a.txt').click({ modifiers: ['Control'] })
  await item(page, 'b.txt').click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  await item(page, 'b.txt').dragTo(item(page, 'inbox'))
  await expect(said(page, 'Successfully moved 2 items')).toBeVisible()
  await expect(item(page, 'a.txt')).toHaveCount(0)
  await item(page, 'inbox').click()
  await expect(item(page, 'b.txt')).toBeVisible()

  await item(page, 'c.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move c.txt' })
  await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('treeitem', { name: 'inbox' }).click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(dialog).toHaveCount(0)
  expect(String(await bytesOf(page, 'moved', 'inbox/c.txt'))).toBe('c.txt')

  await item(page, 'inbox').press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete inbox?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(said(page, 'Successfully deleted 1 item')).toBeVisible()
  await expect(said(page, 'This folder is empty')).toBeVisible()
})

test('one file is downloaded, and a folder as a zip', async ({ page }, info) => {
  await openBucket(page, 'loaded')
  fileOf(info, 'set/a.txt', 'first')
  fileOf(info, 'set/deep/b.txt', 'second')
  await upload(page, 'Upload a folder', info.outputPath('set'))
  await expect(item(page, 'set')).toBeVisible()
  await expect(said(page, 'Successfully uploaded 2 files!')).toBeVisible()

  await item(page, 'set').click({ button: 'right' })
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as zip' }).click(),
  ])
  expect(zip.suggestedFilename()).toBe('set.zip')
  const archive = readFileSync(await zip.path()).toString('latin1')
  expect(archive).toContain('set/deep/b.txt')
  expect(archive).toContain('second')

  await item(page, 'set').click()
  await item(page, 'a.txt').click({ button: 'right' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download', exact: true }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toBe('first')
})

test('the keyboard alone walks through columns and the list @whole', async ({ page }, info) => {
  await openBucket(page, 'keys')
  fileOf(info, 'top/inner/deep.txt', 'deep')
  await upload(page, 'Upload a folder', info.outputPath('top'))
  await expect(said(page, 'Successfully uploaded 1 file!')).toBeVisible()
  await item(page, 'top').focus()
  await page.keyboard.press('ArrowRight')
  await expect(item(page, 'inner')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(item(page, 'deep.txt')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(item(page, 'inner')).toBeFocused()
  // The column is there already: what is done in it later leaves the focus where it is.
  await page.keyboard.press('ArrowRight')
  await expect(item(page, 'deep.txt')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: /deep\.txt/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await expect(item(page, 'inner')).toBeFocused()
  await page.goBack()
  await expect(item(page, 'deep.txt')).toHaveCount(0)

  await page.getByRole('button', { name: /^View/ }).click()
  await page.getByRole('menuitemradio', { name: 'List' }).click()
  await item(page, 'inner').focus()
  await page.keyboard.press('Enter')
  await expect(item(page, 'deep.txt')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(item(page, 'inner')).toBeFocused()
  await expectAccessible(page)
})

test('a folder that is made in an empty one takes the place of its placeholder @whole', async ({ page }) => {
  await openBucket(page, 'hollow')
  const placeholder = (folder: string) =>
    page.request
      .get(`${BUCKETS}/hollow/objects/download`, {
        params: { path: `${folder}/.emptyFolderPlaceholder` },
      })
      .then((answer) => answer.status())
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'New folder' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(item(page, name)).toBeVisible()
  }
  await make('outer')
  await expect.poll(() => placeholder('outer')).toBe(200)
  await item(page, 'outer').click()
  await expect(page).toHaveURL(/path=outer/)
  await make('inner')
  await expect.poll(() => placeholder('outer/inner')).toBe(200)
  await expect.poll(() => placeholder('outer')).toBe(404)
})

test('a deleted item leaves the focus on the next one, by the keyboard and by its menu @whole', async ({
  page,
}, info) => {
  await openBucket(page, 'heirs')
  const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => fileOf(info, name, name))
  await upload(page, 'Upload files', files)
  await expect(said(page, 'Successfully uploaded 4 files!')).toBeVisible()
  await item(page, 'b.txt').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(item(page, 'b.txt')).toHaveCount(0)
  await expect(item(page, 'c.txt')).toBeFocused()
  await item(page, 'd.txt').hover()
  await page.getByRole('button', { name: 'Actions of d.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(item(page, 'd.txt')).toHaveCount(0)
  await expect(item(page, 'c.txt')).toBeFocused()
})

test('a policy is made from a template, and its SQL is shown before', async ({ page }) => {
  await openBucket(page, 'ruled')
  await page.getByRole('link', { name: 'Policies', exact: true }).click()
  const group = page.getByRole('region', { name: 'Policies of ruled' })
  await group.getByRole('button', { name: 'New policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'New policy for ruled' })
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Signed-in users may read and upload')
  await expect(dialog.getByText('Needs SELECT, INSERT')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'SQL that will run' })).toContainText(`bucket_id = 'ruled'`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await expect(group.getByRole('rowheader')).toHaveCount(2)
  await expectAccessible(page)
})

test('the upload limit of the project is changed, and holds at once, in other windows too', async ({
  page,
  context,
}, info) => {
  await openBucket(page, 'limited')
  const other = await context.newPage()
  await other.goto('/project/default/storage/buckets/limited')
  await other.getByRole('button', { name: 'New bucket' }).first().click()
  const dialog = other.getByRole('dialog')
  await expect(dialog.getByText('Of one file. Empty: the limit of the project, 50 MB.')).toBeVisible()
  await page.bringToFront()
  await page
    .getByRole('navigation', { name: 'Storage' })
    .getByRole('link', { name: 'Settings', exact: true })
    .click()
  const limit = field(page, 'Global file size limit')
  await limit.fill('')
  await limit.pressSequentially('2')
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('KB')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Saved the upload limit')).toBeVisible()
  await expect(dialog.getByText('Of one file. Empty: the limit of the project, 2 KB.')).toBeVisible()
  await page.getByRole('link', { name: 'limited', exact: true }).click()
  await upload(page, 'Upload files', fileOf(info, 'large.txt', 'x'.repeat(2049)))
  await expect(
    said(page, 'Failed to upload 1 file as its size is beyond the global upload limit of 2 KB.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Storage Settings' }).click()
  await expect(limit).toHaveValue('2')
  await limit.fill('50')
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('MB')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(said(page, 'Saved the upload limit').last()).toBeVisible()
})
