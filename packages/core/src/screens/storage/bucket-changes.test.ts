import { expect, onTestFinished, test } from 'vitest'
import { openBucket, paths } from '../../testing/open-bucket.js'

test('a file is renamed; the row shows the new name at once', async () => {
  const { screen, shown, fake, host, until } = await openBucket()
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
  const { screen, shown, fake, host } = await openBucket()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.rename('', 'README.md')
  const { rename } = screen.$naming.get()!
  rename.type('BRAND')
  rename.commit()
  expect(rename.$problem.get()).toBe(
    'The name BRAND already exists in the current directory. Please use a different name.',
  )
  expect(host.notes).toEqual([])
  expect(paths(fake)).toContain('README.md')
  // What was typed stays to be mended.
  expect(rename.$typed.get()).toBe('BRAND')
  rename.type('BRAND.md')
  rename.commit()
  expect(screen.$naming.get()).toBeNull()
  await shown('', '2026/', 'brand/', 'BRAND.md')
})

test('Escape keeps the name, and so does the same name', async () => {
  const { screen, shown, fake } = await openBucket()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.rename('', 'README.md')
  screen.$naming.get()?.rename.type('x')
  screen.$naming.get()?.rename.cancel()
  screen.rename('', 'README.md')
  screen.$naming.get()?.rename.commit()
  expect(fake.requests.some(({ path }) => path.endsWith('/move'))).toBe(false)
})

test('a folder is renamed by one call', async () => {
  const { screen, shown, fake, until } = await openBucket('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen.rename('2026', 'autumn/')
  screen.$naming.get()?.rename.type('winter')
  screen.$naming.get()?.rename.commit()
  await shown('2026', 'winter/', 'index.json')
  await until(() => expect(paths(fake)).toContain('2026/winter/cover.webp'))
  expect(fake.requests.filter(({ path }) => path.endsWith('/prefix'))).toHaveLength(1)
  expect(fake.requests.some(({ path }) => path.endsWith('/move'))).toBe(false)
})

test('the file that is looked at stays open by its new path, when it or its folder is renamed', async () => {
  const { screen, shown, until } = await openBucket('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  await shown('', '2026/', 'brand/', 'README.md')
  screen.choose('2026', 'index.json')
  screen.rename('', '2026/')
  screen.$naming.get()?.rename.type('2027')
  screen.$naming.get()?.rename.commit()
  await until(() => expect(screen.preview.$item.get()?.path).toBe('2027/index.json'))
  expect(screen.$folder.get()).toBe('2027')
  await shown('2027', 'autumn/', 'index.json')
  expect(screen.$chosen.get().get('2027')).toBe('index.json')
  screen.rename('2027', 'index.json')
  screen.$naming.get()?.rename.type('all.json')
  screen.$naming.get()?.rename.commit()
  await until(() =>
    expect(screen.preview.$item.get()).toMatchObject({ name: 'all.json', path: '2027/all.json' }),
  )
  expect(screen.$chosen.get().get('2027')).toBe('all.json')
})

test('a folder that is listed before its creation is answered is shown once', async () => {
  const { screen, shown, fake } = await openBucket()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.newFolder()
  screen.$naming.get()?.rename.type('made')
  screen.$naming.get()?.rename.commit()
  await shown('', 'made/', '2026/', 'brand/', 'README.md')
  const counts: number[] = []
  onTestFinished(
    screen.$columns.get()[0]!.$view.listen((view) => {
      if (view.status === 'ready') counts.push(view.items.filter(({ key }) => key === 'made/').length)
    }),
  )
  fake.storage.put({ bucket: 'media', path: 'made/.emptyFolderPlaceholder' })
  screen.refresh()
  await shown('', '2026/', 'brand/', 'made/', 'README.md')
  expect(Math.max(...counts)).toBe(1)
})

test('a folder that is only being named is not counted', async () => {
  const { screen, shown, view } = await openBucket('?path=2026')
  const count = () => {
    const now = view('2026')
    return now.status === 'ready' ? now.count : now.status
  }
  await shown('2026', 'autumn/', 'index.json')
  expect(count()).toBe('2 items')
  screen.newFolder()
  const { key, rename } = screen.$naming.get()!
  await shown('2026', key, 'autumn/', 'index.json')
  expect(count()).toBe('2 items')
  rename.type('x/y')
  rename.commit()
  expect(rename.$problem.get()).not.toBeNull()
  expect(count()).toBe('2 items')
  rename.type('winter')
  rename.commit()
  expect(count()).toBe('3 items')
  screen.rename('2026', 'index.json')
  expect(count()).toBe('3 items')
})

test('the row of a new folder stands first; an empty name removes it, a bad one is named', async () => {
  const { screen, shown } = await openBucket()
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
  expect(screen.$naming.get()?.rename.$problem.get()).toBe('Folder name cannot contain the "#" character')
  await shown('', '\0new/', '2026/', 'brand/', 'README.md')
  screen.$naming.get()?.rename.cancel()
  await shown('', '2026/', 'brand/', 'README.md')
})

test('a refused name is given up when another item is named, and when its folder is left', async () => {
  const { screen, shown } = await openBucket('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  const refuse = () => {
    screen.newFolder()
    screen.$naming.get()?.rename.type('autumn')
    screen.$naming.get()?.rename.commit()
    expect(screen.$naming.get()?.rename.$problem.get()).not.toBeNull()
  }
  refuse()
  screen.rename('2026', 'index.json')
  await shown('2026', 'autumn/', 'index.json')
  expect(screen.$naming.get()?.key).toBe('index.json')
  refuse()
  screen.open('')
  expect(screen.$naming.get()).toBeNull()
  screen.open('2026')
  await shown('2026', 'autumn/', 'index.json')
})

test.each([
  [['README.md'], 'It can’t be restored.'],
  [['README.md', 'LICENSE'], 'They can’t be restored.'],
  [['brand/'], 'Everything in the folder is deleted too. It can’t be restored.'],
  [['brand/', 'README.md'], 'Everything in the folder is deleted too. They can’t be restored.'],
  [['2026/', 'brand/'], 'Everything in the folders is deleted too. They can’t be restored.'],
])('before %j are deleted, it is said what is lost', async (keys, body) => {
  const { screen, shown } = await openBucket('', {
    prepare: (fake) => fake.storage.put({ bucket: 'media', path: 'LICENSE' }),
  })
  await shown('', '2026/', 'brand/', 'LICENSE', 'README.md')
  screen.select('', { keys: new Set(keys), anchor: keys[0]! })
  screen.remove('', keys[0]!)
  expect(screen.deletion.$state.get()).toMatchObject({ status: 'open', subject: { body } })
})

test('several items are selected and deleted together, folders and files', async () => {
  const { screen, shown, fake, host, until } = await openBucket()
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
  const { screen, shown, fake, until } = await openBucket('?path=2026')
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
  const { screen, shown, fake } = await openBucket('?path=2026')
  await shown('', '2026/', 'brand/', 'README.md')
  screen.drop('', ['2026/'], '2026')
  screen.drop('', ['2026/'], '2026/autumn')
  expect(fake.requests.some(({ path }) => path.endsWith('/prefix'))).toBe(false)
})

test('the dialog of a move opens where the items are, and refuses that folder', async () => {
  const { screen, shown, fake, until } = await openBucket('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen
    .actionsOf('2026', 'index.json')
    .find(({ id }) => id === 'move')
    ?.run()
  await until(() => expect(JSON.stringify(screen.moving.$nodes.get())).toContain('autumn'))
  expect(screen.moving.$open.get()).toMatchObject({
    title: 'Move index.json',
    target: { disabled: true, hint: 'It is in this folder already.' },
  })
  screen.moving.choose('brand')
  expect(screen.moving.$open.get()?.target.disabled).toBe(false)
  await screen.moving.confirm()
  expect(screen.moving.$open.get()).toBeNull()
  expect(paths(fake)).toContain('brand/index.json')
})

test('several items are not moved to where they are', async () => {
  const { screen, shown } = await openBucket('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  screen.select('2026', { keys: new Set(['autumn/', 'index.json']), anchor: 'autumn/' })
  screen
    .actionsOf('2026', 'index.json')
    .find(({ id }) => id === 'move')
    ?.run()
  expect(screen.moving.$open.get()?.target.hint).toBe('The items are in this folder already.')
})

test('a name that is taken in the other folder is told by its path, the others are moved', async () => {
  const { screen, shown, fake, host, until } = await openBucket('?path=2026', {
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

test('the question about a folder counts its files, those of its folders too', async () => {
  const { screen, shown, until } = await openBucket()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.remove('', '2026/')
  await until(() =>
    expect(screen.deletion.$state.get()).toMatchObject({
      subject: { body: 'Everything in the folder is deleted too: 3 files. It can’t be restored.' },
    }),
  )
  screen.deletion.cancel()
  screen.select('', { keys: new Set(['brand/', 'README.md']), anchor: 'brand/' })
  screen.remove('', 'brand/')
  await until(() =>
    expect(screen.deletion.$state.get()).toMatchObject({
      subject: { body: 'Everything in the folder is deleted too: 1 file. They can’t be restored.' },
    }),
  )
})

test('a failed deletion says its reason', async () => {
  const { screen, shown, fake, until } = await openBucket()
  await shown('', '2026/', 'brand/', 'README.md')
  screen.remove('', 'README.md')
  fake.storage.put({ bucket: 'media', path: 'kept' })
  fake.storage.buckets.length = 0
  await screen.deletion.confirm()
  await until(() =>
    expect(screen.deletion.$state.get()).toMatchObject({
      status: 'open',
      problem: expect.stringContaining('Bucket not found'),
    }),
  )
})
