import { expect, test } from 'vitest'
import type { UploadSource } from '../../ports/index.js'
import { openBucket, paths } from '../../testing/open-bucket.js'

type Opened = Awaited<ReturnType<typeof openBucket>>

/** Another person renames or deletes: the platform has it, and this window reads its lists again. */
function elsewhere({ fake, screen }: Opened, change: (path: string) => string | null): void {
  fake.storage.objects = fake.storage.objects.flatMap((object) => {
    const path = change(object.path)
    return path === null ? [] : [{ ...object, path }]
  })
  screen.refresh()
}

const file: UploadSource = {
  path: 'notes.txt',
  sizeBytes: 4,
  type: 'text/plain',
  modifiedMs: 1,
  read: async () => new Uint8Array(4),
}

const said = (folder: string) => `The folder "${folder}" is no longer here: it was renamed, moved or deleted`

test('an open folder that was deleted elsewhere is left for the nearest one that exists', async () => {
  const opened = await openBucket('?path=2026/autumn')
  const { screen, shown, host, until } = opened
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  elsewhere(opened, (path) => (path.startsWith('2026/autumn/') ? null : path))
  await shown('2026/autumn')
  host.clock.advance(1000)
  await until(() => expect(screen.$folder.get()).toBe('2026'))
  expect(host.notes.map(({ message }) => message)).toEqual([said('autumn')])
  expect(host.navigation.current().search).toBe('?path=2026')
})

test('a folder above it that was renamed elsewhere is the one that is named', async () => {
  const opened = await openBucket('?path=2026/autumn')
  const { screen, shown, host, until } = opened
  screen.setView('list')
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  elsewhere(opened, (path) => path.replace(/^2026\//, 'archive/'))
  await shown('2026/autumn')
  host.clock.advance(1000)
  await until(() => expect(screen.$folder.get()).toBe(''))
  expect(host.notes.map(({ message }) => message)).toEqual([said('2026')])
})

test('a folder that is emptied elsewhere has its placeholder a moment later, and stays open', async () => {
  const opened = await openBucket('?path=brand')
  const { screen, shown, host, fake } = opened
  await shown('brand', 'logo.svg')
  elsewhere(opened, (path) => (path === 'brand/logo.svg' ? null : path))
  await shown('brand')
  host.clock.advance(999)
  fake.storage.put({ bucket: 'media', path: 'brand/.emptyFolderPlaceholder' })
  const before = fake.requests.length
  host.clock.advance(1)
  await opened.until(() => expect(fake.requests.length).toBeGreaterThan(before))
  // The list is read after the folder was looked for.
  fake.storage.put({ bucket: 'media', path: 'brand/new.svg' })
  screen.refresh()
  await shown('brand', 'new.svg')
  expect(screen.$folder.get()).toBe('brand')
  expect(host.notes).toEqual([])
})

test('nothing is uploaded or moved into a folder that is gone', async () => {
  const opened = await openBucket('?path=brand')
  const { screen, shown, host, fake, until } = opened
  await shown('brand', 'logo.svg')
  await shown('', '2026/', 'brand/', 'README.md')
  fake.storage.objects = fake.storage.objects.filter(({ path }) => !path.startsWith('brand/'))
  screen.drop('', ['README.md'], 'brand')
  await until(() => expect(host.notes.map(({ message }) => message)).toEqual([said('brand')]))
  expect(screen.$folder.get()).toBe('')
  await screen.upload([file], 'brand')
  expect(host.notes.map(({ message }) => message)).toEqual([said('brand'), said('brand')])
  expect(paths(fake)).toEqual([
    '2026/autumn/cover.webp',
    '2026/autumn/prices.csv',
    '2026/index.json',
    'README.md',
  ])
})

test('the open folder stays open by its new path when it, or one above it, is renamed here', async () => {
  const { screen, shown, host, until } = await openBucket('?path=2026/autumn')
  await shown('', '2026/', 'brand/', 'README.md')
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  screen.rename('', '2026/')
  screen.$naming.get()?.rename.type('archive')
  screen.$naming.get()?.rename.commit()
  await until(() => expect(screen.$folder.get()).toBe('archive/autumn'))
  await shown('archive/autumn', 'cover.webp', 'prices.csv')
  host.clock.advance(1000)
  expect(host.notes.map(({ message }) => message)).toEqual(['Renamed the folder to archive'])
})
