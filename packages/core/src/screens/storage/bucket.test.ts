import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from '../../testing/open-bucket.js'
import { grantOnly, openScreen } from '../../testing/open-screen.js'
import { testBucket } from '../../testing/test-bucket.js'

test('each folder of the path is a column, and the open one of each is chosen', async () => {
  const { screen, shown } = await openBucket('?path=2026/autumn')
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
  const { screen, shown, host } = await openBucket('?path=2026')
  screen.setView('list')
  await shown('2026', 'autumn/', 'index.json')
  expect(screen.$columns.get()).toHaveLength(1)
  expect(JSON.parse(host.storage.values.get('basedeck:storage:default') ?? '')).toMatchObject({
    view: 'list',
  })
})

test('a click opens a folder by its address, and a file in the panel', async () => {
  const { screen, shown, host, until } = await openBucket()
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

test('a path that can’t be one opens the bucket', async () => {
  const { screen } = await openBucket('?path=../x')
  expect(screen.$folder.get()).toBe('')
})

test('a bucket that is not there is said, and nothing of it is asked', async () => {
  const opened = await openScreen('bucket', '/project/default/storage/buckets/gone')
  onTestFinished(opened.end)
  const { screen, watch, until, fake } = opened
  const missing = watch(screen.$missing, screen.$columns)
  await until(() => expect(missing()).toMatchObject({ reason: 'missing' }))
  expect(fake.requests.some(({ path }) => path.includes('/objects'))).toBe(false)
})

test('the search is sent after a pause, and for the open folder alone', async () => {
  const { screen, shown, host, fake } = await openBucket('?path=2026/autumn')
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  screen.search('COV')
  host.clock.advance(299)
  await shown('2026/autumn', 'cover.webp', 'prices.csv')
  host.clock.advance(1)
  await shown('2026/autumn', 'cover.webp')
  await shown('2026', 'autumn/', 'index.json')
  expect(fake.requests.some(({ path }) => path.endsWith('/list'))).toBe(true)
})

test.each([
  [60, 50, '50 MB per file'],
  [20, 50, '20 MB per file'],
  [null, 50, '50 MB per file'],
])('of a bucket with %s MB and a project with %s MB counts the smaller limit', async (own, project, text) => {
  const { screen, until } = await openBucket('', {
    prepare(fake) {
      fake.storage.limits['default'] = project * 1024 * 1024
      const bucket = fake.storage.buckets.find(({ id }) => id === 'media')
      if (bucket) bucket.file_size_limit = own === null ? null : own * 1024 * 1024
    },
  })
  await until(() => expect(screen.$footer.get().bucket).toBe(`private bucket · ${text}`))
})

test('what is searched for changes after a pause, so that the view shows the results from their top', async () => {
  const { screen, shown, host, watch } = await openBucket()
  const words = watch(screen.$words)
  await shown('', '2026/', 'brand/', 'README.md')
  screen.search(' read ')
  expect(words()).toBe('')
  host.clock.advance(300)
  expect(words()).toBe('read')
})

test('who may only read changes nothing, and is told why', async () => {
  const opened = await openScreen('bucket', '/project/default/storage/buckets/media', (fake) => {
    grantOnly(fake, ['read', 'projects'], ['read', 'organization'], ['read', 'storage'])
    fake.storage.buckets.push(testBucket('media'))
    fake.storage.put({ bucket: 'media', path: 'a.txt' })
  })
  onTestFinished(opened.end)
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
  const { screen, shown, names, fake, until } = await openBucket('?path=many', {
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
