import { expect, test } from 'vitest'
import { openBucket } from '../../testing/open-bucket.js'

test('a path is copied, and an address with its end', async () => {
  const { screen, shown, host, until } = await openBucket('?path=2026')
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
  const { screen, shown, host, until } = await openBucket('', { isPublic: true })
  await shown('', '2026/', 'brand/', 'README.md')
  const url = screen.actionsOf('', 'README.md').find(({ id }) => id === 'copy-url')
  expect(url?.choices).toBeUndefined()
  url?.run()
  await until(() => expect(host.copied.at(-1)).toContain('/object/public/media/README.md'))
})

test('one file is downloaded by the browser itself', async () => {
  const { screen, shown, host, until } = await openBucket()
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
  expect(host.progress).toMatchObject([{ note: { message: 'Retrieving README.md...' }, isOver: true }])
})

test('a preview of JSON shows the text of the file itself, whose numbers and blanks stay', async () => {
  const content = '{"id": 9007199254740993,\n   "rate":1.10, "rate":2e400}'
  const { screen, shown, host, until } = await openBucket('', {
    prepare: (fake) =>
      void fake.storage.put({ bucket: 'media', path: 'exact.json', content, mimetype: 'application/json' }),
  })
  const body = () => new Blob([content]).stream()
  Object.assign(host.files, { open: async () => ({ status: 200, type: '', length: 1, body: body() }) })
  await shown('', '2026/', 'brand/', 'README.md', 'exact.json')
  screen.choose('', 'exact.json')
  await until(() => expect(screen.preview.$preview.get()).toEqual({ status: 'text', text: content }))
})

test.each([
  [['empty/'], 'The folder "empty" is empty: there is nothing to download'],
  [['empty/', 'hollow/'], 'The selected folders are empty: there is nothing to download'],
])('the empty folders %j are not packed, and that is told', async (keys, message) => {
  const { screen, shown, host, until } = await openBucket('', {
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
  [['a.txt', 'b.txt'], undefined],
  [
    ['a.txt', 'CON', 'A.txt'],
    '2 files have other names in the zip: not every system can store the original.',
  ],
  [['a\\b'], '1 file has another name in the zip: not every system can store the original.'],
])('a zip of %j tells how many names it had to change', async (names, detail) => {
  const { screen, shown, host, until } = await openBucket('', {
    prepare(fake) {
      for (const name of names) fake.storage.put({ bucket: 'media', path: `set/${name}` })
    },
  })
  const open = async () => ({ status: 200, type: '', length: 1, body: new Blob(['x']).stream() })
  Object.assign(host.files, { open })
  await shown('', '2026/', 'brand/', 'set/', 'README.md')
  screen
    .actionsOf('', 'set/')
    .find(({ id }) => id === 'download')
    ?.run()
  await until(() => expect(host.notes.at(-1)?.kind).toBe('success'))
  expect(host.notes.at(-1)?.detail).toBe(detail)
})

test('a file that was renamed elsewhere is said to be gone, and the list is read again', async () => {
  const { screen, shown, host, until, fake, names } = await openBucket('?path=2026')
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
  const { screen, shown, host, until, fake } = await openBucket('?path=2026')
  await shown('2026', 'autumn/', 'index.json')
  fake.storage.objects = fake.storage.objects.filter(({ path }) => path !== '2026/index.json')
  const action = screen.actionsOf('2026', 'index.json').find((each) => each.id === id)
  const [choice = action] = action?.choices ?? []
  choice?.run()
  await until(() => expect(host.notes.at(-1)?.message).toMatch(/is no longer in this folder/))
  await shown('2026', 'autumn/')
  expect([...host.downloaded, ...host.copied]).toEqual([])
})
