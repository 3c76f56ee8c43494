import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { testBucket } from '../../testing/test-bucket.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { BucketScreen } from './bucket.js'
import type { FolderColumn, FolderView } from './folder-column.js'

const PATHS = [
  'README.md',
  '2026/autumn/cover.webp',
  '2026/autumn/prices.csv',
  '2026/index.json',
  'brand/logo.svg',
]

let opened: OpenedScreen<BucketScreen> | undefined
afterEach(() => opened?.end())

async function open(
  search = '',
  {
    prepare = () => undefined,
    isPublic = false,
  }: { prepare?(fake: FakePlatform): void; isPublic?: boolean } = {},
) {
  opened = await openScreen('bucket', `/project/default/storage/buckets/media${search}`, (fake) => {
    const bucket = { owner: null, file_size_limit: null, allowed_mime_types: null }
    const at = '2026-11-01T00:00:00Z'
    fake.storage.buckets.push({
      ...bucket,
      ref: 'default',
      id: 'media',
      name: 'media',
      public: isPublic,
      created_at: at,
      updated_at: at,
    })
    for (const path of PATHS) fake.storage.put({ bucket: 'media', path, content: 'some text' })
    prepare(fake)
  })
  const { screen, watch, until } = opened
  watch(
    screen.$columns,
    screen.$crumbs,
    screen.$selection,
    screen.$chosen,
    screen.$missing,
    screen.$footer,
    screen.$mayChange,
    screen.preview.$item,
    screen.preview.$preview,
    screen.moving.$open,
    screen.moving.$nodes,
    screen.deletion.$state,
    screen.$naming,
  )
  const views = new Map<FolderColumn, () => FolderView>()
  const view = (folder: string): FolderView => {
    const column = screen.$columns.get().find((each) => each.folder === folder)
    if (!column) return { status: 'loading' }
    const read = views.get(column) ?? watch(column.$view)
    views.set(column, read)
    return read()
  }
  const names = (folder: string) => {
    const shown = view(folder)
    return shown.status === 'ready' ? shown.items.map(({ key }) => key) : shown.status
  }
  const shown = (folder: string, ...keys: string[]) => until(() => expect(names(folder)).toEqual(keys))
  await until(() => expect(screen.$mayChange.get().disabled).toBe(false))
  return { ...opened, names, shown, view }
}

const paths = (fake: FakePlatform) => fake.storage.objects.map(({ path }) => path).sort()

test('each folder of the path is a column, and the open one of each is chosen', async () => {
  const { screen, shown } = await open('?path=2026/autumn')
  await shown('', '2026/', 'brand/', 'README.md')
  await shown('2026', 'autumn/', 'index.json')
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  expect([...screen.$chosen.get()]).toEqual([
    ['', '2026/'],
    ['2026', 'autumn/'],
  ])
  expect(screen.$crumbs.get().map(({ name }) => name)).toEqual(['media', '2026', 'autumn'])
})

test('the list shows the open folder alone, and is remembered', async () => {
  const { screen, shown, host } = await open('?path=2026')
  screen.setView('list')
  await shown('2026', 'autumn/', 'index.json')
  expect(screen.$columns.get()).toHaveLength(1)
  expect(JSON.parse(host.storage.values.get('basedeck:storage:default') ?? '')).toMatchObject({
    view: 'list',
  })
})

test('a click opens a folder by its address, and a file in the panel', async () => {
  const { screen, shown, host, until } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.choose('', '2026/')
  expect(host.navigation.current().search).toBe('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen.choose('2026', 'index.json')
  expect(screen.preview.$item.get()).toMatchObject({ name: 'index.json', path: '2026/index.json' })
  await until(() => expect(screen.preview.$preview.get().status).not.toBe('loading'))
  screen.open('')
  expect(screen.preview.$item.get()).toBeNull()
})

test('a file that was renamed elsewhere is said to be gone, and the list is read again', async () => {
  const { screen, shown, host, until, fake, names } = await open('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  const object = fake.storage.objects.find(({ path }) => path === '2026/index.json')
  if (object) object.path = '2026/renamed.json'
  screen.choose('2026', 'index.json')
  const said = '"index.json" is no longer in this folder: it was renamed, moved or deleted'
  await until(() => expect(host.notes.map(({ message }) => message)).toEqual([said]))
  expect(screen.preview.$item.get()).toBeNull()
  expect(screen.$chosen.get().get('2026')).toBeUndefined()
  await until(() => expect(names('2026')).toEqual(['autumn/', 'renamed.json']))
})

test.each(['download', 'copy-url'])('%s of a file that is gone says so too', async (id) => {
  const { screen, shown, host, until, fake } = await open('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  fake.storage.objects = fake.storage.objects.filter(({ path }) => path !== '2026/index.json')
  const action = screen.actionsOf('2026', 'index.json').find((each) => each.id === id)
  const [choice = action] = action?.choices ?? []
  choice?.run()
  await until(() => expect(host.notes.at(-1)?.message).toMatch(/is no longer in this folder/))
  await shown('2026', 'autumn/')
  expect([...host.downloaded, ...host.copied]).toEqual([])
})

test('a path that can’t be one opens the bucket', async () => {
  const { screen } = await open('?path=../x')
  expect(screen.$folder.get()).toBe('')
})

test('a bucket that is not there is said, and nothing of it is asked', async () => {
  opened = await openScreen('bucket', '/project/default/storage/buckets/gone')
  const { screen, watch, until, fake } = opened
  const missing = watch(screen.$missing, screen.$columns)
  await until(() => expect(missing()).toMatchObject({ reason: 'missing' }))
  expect(fake.requests.some(({ path }) => path.includes('/objects'))).toBe(false)
})

test('the search is sent after a pause, and for the open folder alone', async () => {
  const { screen, shown, host, fake } = await open('?path=2026/autumn')
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  screen.search('COV')
  host.clock.advance(299)
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  host.clock.advance(1)
  await shown('2026/autumn', 'cover.webp')
  await shown('2026', 'autumn/', 'index.json')
  expect(fake.requests.some(({ path }) => path.endsWith('/list'))).toBe(true)
})

test('a file is renamed; the row shows the new name at once', async () => {
  const { screen, shown, fake, host, until } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.rename('', 'README.md')
  const { rename } = screen.$naming.get()!
  expect(rename.$typed.get()).toBe('README.md')
  rename.type('GUIDE.md')
  rename.commit()
  expect(screen.$naming.get()).toBeNull()
  await shown('', '2026/', 'brand/', 'GUIDE.md')
  await until(() => expect(paths(fake)).toContain('GUIDE.md'))
  await until(() => expect(host.notes.at(-1)?.message).toBe('Renamed the file to GUIDE.md'))
})

test('a taken name is refused before anything is sent, whatever its case', async () => {
  const { screen, shown, fake, host } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.rename('', 'README.md')
  screen.$naming.get()?.rename.type('BRAND')
  screen.$naming.get()?.rename.commit()
  expect(host.notes.at(-1)?.message).toBe(
    'The name BRAND already exists in the current directory. Please use a different name.',
  )
  expect(paths(fake)).toContain('README.md')
})

test('Escape keeps the name, and so does the same name', async () => {
  const { screen, shown, fake } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.rename('', 'README.md')
  screen.$naming.get()?.rename.type('x')
  screen.$naming.get()?.rename.cancel()
  screen.rename('', 'README.md')
  screen.$naming.get()?.rename.commit()
  expect(fake.requests.some(({ path }) => path.endsWith('/move'))).toBe(false)
})

test('a folder is renamed by one call', async () => {
  const { screen, shown, fake, until } = await open('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen.rename('2026', 'autumn/')
  screen.$naming.get()?.rename.type('winter')
  screen.$naming.get()?.rename.commit()
  await shown('2026', 'winter/', 'index.json')
  await until(() => expect(paths(fake)).toContain('2026/winter/cover.webp'))
  expect(fake.requests.filter(({ path }) => path.endsWith('/prefix'))).toHaveLength(1)
  expect(fake.requests.some(({ path }) => path.endsWith('/move'))).toBe(false)
})

test('the row of a new folder stands first; an empty name removes it, a bad one is named', async () => {
  const { screen, shown, host } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.newFolder()
  expect(screen.$naming.get()?.rename.$typed.get()).toBe('Untitled folder')
  await shown('', '\0new/', '2026/', 'brand/', 'README.md')
  screen.$naming.get()?.rename.type('')
  screen.$naming.get()?.rename.commit()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.newFolder()
  screen.$naming.get()?.rename.type('a#b')
  screen.$naming.get()?.rename.commit()
  expect(host.notes.at(-1)?.message).toBe('Folder name cannot contain the "#" character')
})

test('several items are selected and deleted together, folders and files', async () => {
  const { screen, shown, fake, host, until } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.select('', { keys: new Set(['brand/', 'README.md']), anchor: 'brand/' })
  expect(screen.$footer.get().selected).toBe('2 selected')
  expect(screen.actionsOf('', 'README.md').map(({ label }) => label)).toEqual([
    'Move 2 items',
    'Download 2 items',
    'Delete 2 items',
  ])
  screen.remove('', 'README.md')
  expect(screen.deletion.$state.get()).toMatchObject({
    status: 'open',
    subject: { title: 'Delete 2 items?' },
  })
  await screen.deletion.confirm()
  await shown('', '2026/')
  await until(() => expect(paths(fake).every((path) => path.startsWith('2026/'))).toBe(true))
  expect(host.notes.at(-1)?.message).toBe('Successfully deleted 2 items')
  expect(screen.$selection.get()).toBeNull()
})

test('items are dropped into another folder: files and folders', async () => {
  const { screen, shown, fake, until } = await open('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  await shown('', '2026/', 'brand/', 'README.md')
  screen.drop('', ['brand/', 'README.md'], '2026')
  await shown('', '2026/')
  await until(() =>
    expect(paths(fake)).toEqual([
      '2026/README.md',
      '2026/autumn/cover.webp',
      '2026/autumn/prices.csv',
      '2026/brand/logo.svg',
      '2026/index.json',
    ]),
  )
  await shown('2026', 'autumn/', 'brand/', 'README.md', 'index.json')
})

test('a folder is not dropped into itself', async () => {
  const { screen, shown, fake } = await open('?path=2026')
  await shown('', '2026/', 'brand/', 'README.md')
  screen.drop('', ['2026/'], '2026')
  screen.drop('', ['2026/'], '2026/autumn')
  expect(fake.requests.some(({ path }) => path.endsWith('/prefix'))).toBe(false)
})

test('the dialog of a move opens where the items are, and refuses that place', async () => {
  const { screen, shown, fake, until } = await open('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen
    .actionsOf('2026', 'index.json')
    .find(({ id }) => id === 'move')
    ?.run()
  await until(() => expect(JSON.stringify(screen.moving.$nodes.get())).toContain('autumn'))
  expect(screen.moving.$open.get()).toMatchObject({ title: 'Move index.json', target: { disabled: true } })
  screen.moving.choose('brand')
  expect(screen.moving.$open.get()?.target.disabled).toBe(false)
  await screen.moving.confirm()
  expect(screen.moving.$open.get()).toBeNull()
  expect(paths(fake)).toContain('brand/index.json')
})

test('a name that is taken at the other place is told by its path, the others are moved', async () => {
  const { screen, shown, fake, host, until } = await open('?path=2026', {
    prepare: (fake) => void fake.storage.put({ bucket: 'media', path: '2026/README.md' }),
  })
  await shown('', '2026/', 'brand/', 'README.md')
  screen.drop('', ['brand/', 'README.md'], '2026')
  await until(() =>
    expect(host.notes.map(({ message }) => message)).toEqual([
      'Failed to move README.md to the new folder',
      'Moved 1 of 2 items',
    ]),
  )
  expect(paths(fake)).toContain('README.md')
  await shown('', '2026/', 'README.md')
})

test('a path is copied, and an address with its end', async () => {
  const { screen, shown, host, until } = await open('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen
    .actionsOf('2026', 'autumn/')
    .find(({ id }) => id === 'copy-path')
    ?.run()
  await until(() => expect(host.notes.at(-1)?.message).toBe('Copied path to folder "autumn"'))
  const url = screen.actionsOf('2026', 'index.json').find(({ id }) => id === 'copy-url')
  expect(url?.choices?.map(({ label }) => label)).toEqual([
    'Expires in 1 week',
    'Expires in 1 month',
    'Expires in 1 year',
  ])
  url?.choices?.[0]?.run()
  await until(() => expect(host.copied.at(-1)).toContain('/object/sign/media/2026/index.json'))
})

test('the address of a file in a public bucket has no end', async () => {
  const { screen, shown, host, until } = await open('', { isPublic: true })
  await shown('', '2026/', 'brand/', 'README.md')
  const url = screen.actionsOf('', 'README.md').find(({ id }) => id === 'copy-url')
  expect(url?.choices).toBeUndefined()
  url?.run()
  await until(() => expect(host.copied.at(-1)).toContain('/object/public/media/README.md'))
})

test('one file is downloaded by the browser itself', async () => {
  const { screen, shown, host, until } = await open()
  await shown('', '2026/', 'brand/', 'README.md')
  screen
    .actionsOf('', 'README.md')
    .find(({ id }) => id === 'download')
    ?.run()
  await until(() => expect(host.downloaded).toHaveLength(1))
  expect(host.downloaded.at(-1)).toEqual({
    url: 'http://fake/platform/storage/default/buckets/media/objects/download?path=README.md&download=true',
    name: 'README.md',
  })
  expect(host.notes.at(-1)?.message).toBe('Downloading README.md')
})

test.each([
  [['empty/'], 'The folder "empty" is empty: there is nothing to download'],
  [['empty/', 'hollow/'], 'The selected folders are empty: there is nothing to download'],
])('the empty folders %j are not packed, and that is told', async (keys, message) => {
  const { screen, shown, host, until } = await open('', {
    prepare(fake) {
      for (const folder of ['empty', 'hollow'])
        fake.storage.put({ bucket: 'media', path: `${folder}/.emptyFolderPlaceholder` })
    },
  })
  Object.assign(host.files, { open: () => Promise.reject(new Error('nothing is asked for')) })
  await shown('', '2026/', 'brand/', 'empty/', 'hollow/', 'README.md')
  screen.select('', { keys: new Set(keys), anchor: 'empty/' })
  screen
    .actionsOf('', 'empty/')
    .find(({ id }) => id === 'download')
    ?.run()
  await until(() => expect(host.notes.at(-1)).toEqual({ kind: 'info', message }))
  expect(host.saved).toEqual([])
})

test.each([
  [60, 50, '50 MB per file'],
  [20, 50, '20 MB per file'],
  [null, 50, '50 MB per file'],
])('of a bucket with %s MB and a project with %s MB counts the smaller limit', async (own, project, text) => {
  const { screen, until } = await open('', {
    prepare(fake) {
      fake.storage.limits['default'] = project * 1024 * 1024
      const bucket = fake.storage.buckets.find(({ id }) => id === 'media')
      if (bucket) bucket.file_size_limit = own === null ? null : own * 1024 * 1024
    },
  })
  await until(() => expect(screen.$footer.get().bucket).toBe(`private bucket · ${text}`))
})

test('what is searched for changes after a pause, so that the view shows the results from their top', async () => {
  const { screen, shown, host, watch } = await open()
  const words = watch(screen.$words)
  await shown('', '2026/', 'brand/', 'README.md')
  screen.search(' read ')
  expect(words()).toBe('')
  host.clock.advance(300)
  expect(words()).toBe('read')
})

test('who may only read changes nothing, and is told why', async () => {
  opened = await openScreen('bucket', '/project/default/storage/buckets/media', (fake) => {
    grantOnly(fake, ['read', 'projects'], ['read', 'organization'], ['read', 'storage'])
    fake.storage.buckets.push(testBucket('media'))
    fake.storage.put({ bucket: 'media', path: 'a.txt' })
  })
  const { screen, watch, until, fake } = opened
  watch(screen.$mayChange, screen.$columns, screen.deletion.$state, screen.$naming)
  await until(() => expect(screen.$columns.get()).toHaveLength(1))
  const view = watch(screen.$columns.get()[0]!.$view)
  await until(() => expect(view().status).toBe('ready'))
  await until(() => expect(screen.$mayChange.get().hint).toBeDefined())
  screen.rename('', 'a.txt')
  screen.remove('', 'a.txt')
  screen.newFolder()
  expect(screen.$naming.get()).toBeNull()
  expect(screen.deletion.$state.get().status).toBe('closed')
  const rename = screen.actionsOf('', 'a.txt').find(({ id }) => id === 'rename')
  expect(rename?.hint).toBe('Your role does not allow changing the storage of this project.')
  expect(fake.storage.objects).toHaveLength(1)
})

test('the next page begins after the last entry, the hidden placeholder too', async () => {
  const { screen, shown, names, fake, until } = await open('?path=many', {
    prepare(fake) {
      fake.storage.put({ bucket: 'media', path: 'many/.emptyFolderPlaceholder' })
      for (let index = 1; index < 250; index++)
        fake.storage.put({ bucket: 'media', path: `many/f${String(index).padStart(3, '0')}` })
    },
  })
  await until(() => expect(names('many')).toHaveLength(199))
  screen.$columns.get().at(-1)?.loadMore()
  await until(() => expect(names('many')).toHaveLength(249))
  const lists = fake.requests.filter(({ path }) => path.endsWith('/list'))
  expect(lists.at(-1)?.body).toMatchObject({ path: 'many', options: { cursor: { name: 'f199' } } })
  void shown
})
