/** The explorer with a bucket of five files, for tests of what is seen and done in it. */
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { expect, onTestFinished } from 'vitest'
import type { FolderColumn, FolderView } from '../screens/storage/folder-column.js'
import { openScreen } from './open-screen.js'
import { testBucket } from './test-bucket.js'

const PATHS = [
  'README.md',
  '2026/autumn/cover.webp',
  '2026/autumn/prices.csv',
  '2026/index.json',
  'brand/logo.svg',
]

/** Ends with its test. */
export async function openBucket(
  search = '',
  {
    prepare = () => undefined,
    isPublic = false,
  }: { prepare?(fake: FakePlatform): void; isPublic?: boolean } = {},
) {
  const opened = await openScreen('bucket', `/project/default/storage/buckets/media${search}`, (fake) => {
    fake.storage.buckets.push(testBucket('media', { public: isPublic }))
    for (const path of PATHS) fake.storage.put({ bucket: 'media', path, content: 'some text' })
    prepare(fake)
  })
  onTestFinished(opened.end)
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

/** What is stored, in order. */
export const paths = (fake: FakePlatform) => fake.storage.objects.map(({ path }) => path).sort()
