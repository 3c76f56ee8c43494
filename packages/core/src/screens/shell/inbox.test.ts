import type { FakePlatform } from '@basedeck/platform-client/testing'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDeck } from '../../deck.js'
import { createMemoryHost, createMemoryWindows } from '../../testing/memory-host.js'
import type { Inbox, InboxList } from './inbox.js'

async function setUp(prepare: (fake: FakePlatform) => void = () => undefined) {
  const host = { ...createMemoryHost('/organizations'), windows: createMemoryWindows(true) }
  const fake = createFakePlatform()
  fake.runtime.isPlatform = true
  prepare(fake)
  const deck = createDeck(host, { baseUrl: 'http://fake', fetch: fake.fetch })
  onTestFinished(() => deck.dispose())
  const { bell } = deck.shell
  for (const $store of [bell.$badge, bell.$label, bell.$inbox]) $store.subscribe(() => undefined)
  await vi.waitFor(() => expect(asked(fake, '/platform/notifications/summary')).toBeGreaterThan(0))
  const open = async (): Promise<Inbox> => {
    bell.open()
    await vi.waitFor(() => expect(bell.$inbox.get()).not.toBeNull())
    const inbox = bell.$inbox.get()!
    for (const $store of [
      inbox.$list,
      inbox.$tabs,
      inbox.$canArchiveAll,
      inbox.$filter,
      inbox.$isArchivingAll,
    ])
      $store.subscribe(() => undefined)
    await vi.waitFor(() => expect(inbox.$list.get().status).not.toBe('loading'))
    return inbox
  }
  return { host, fake, deck, bell, open }
}

const asked = (fake: FakePlatform, path: string, method = 'GET') =>
  fake.requests.filter((request) => request.path === path && request.method === method).length
const patches = (fake: FakePlatform) =>
  fake.requests.filter(({ method, path }) => method === 'PATCH' && path === '/platform/notifications')
const titles = (list: InboxList) =>
  list.status === 'ready' ? list.rows.map(({ title }) => title) : list.status
const many = (count: number) => (fake: FakePlatform) => {
  for (let number = 1; number <= count; number++) fake.notifications.add({ data: { title: `No. ${number}` } })
}

test('the badge follows the most urgent unread one, and the name says how many there are', async () => {
  const { fake, bell } = await setUp()
  await vi.waitFor(() => expect(bell.$label.get()).toBe('Notifications'))
  expect(bell.$badge.get()).toBeNull()
  fake.notifications.add({ data: { title: 'Ready' } })
  await vi.waitFor(() => expect(bell.$badge.get()).toBe('unread'))
  fake.notifications.add({ priority: 'Warning', data: { title: 'Nearly full' } })
  await vi.waitFor(() => expect(bell.$badge.get()).toBe('warning'))
  fake.notifications.add({ priority: 'Critical', data: { title: 'Full' } })
  await vi.waitFor(() => expect(bell.$badge.get()).toBe('critical'))
  expect(bell.$label.get()).toBe('Notifications, 3 unread')
})

test('it grows by pages of ten, and what arrives is on top at once', async () => {
  const { fake, open } = await setUp(many(12))
  const inbox = await open()
  expect(titles(inbox.$list.get())).toHaveLength(10)
  inbox.loadMore()
  await vi.waitFor(() => expect(titles(inbox.$list.get())).toHaveLength(12))
  expect(inbox.$list.get()).toMatchObject({ hasMore: false })
  fake.notifications.add({ data: { title: 'Live' } })
  await vi.waitFor(() => expect(titles(inbox.$list.get())[0]).toBe('Live'))
  expect(titles(inbox.$list.get())).toHaveLength(13)
  expect(new Set(titles(inbox.$list.get())).size).toBe(13)
})

test('what came into view is marked as read by one call when the inbox closes', async () => {
  const { fake, bell, open } = await setUp(many(3))
  const inbox = await open()
  const [first, second, third] = fake.notifications.items
  inbox.shown(first!.id)
  inbox.shown(first!.id)
  inbox.shown(second!.id)
  expect(patches(fake)).toEqual([])
  bell.close()
  await vi.waitFor(() => expect(patches(fake)).toHaveLength(1))
  expect(patches(fake)[0]?.body).toEqual([
    { id: first!.id, status: 'seen' },
    { id: second!.id, status: 'seen' },
  ])
  expect(patches(fake)[0]?.headers['version']).toBe('2')
  await vi.waitFor(() => expect(bell.$label.get()).toBe('Notifications, 1 unread'))
  expect(fake.notifications.items.find(({ id }) => id === third!.id)?.status).toBe('new')
})

test('nothing is sent when nothing unread was in view', async () => {
  const { fake, bell, open } = await setUp((platform) => {
    platform.notifications.add({ status: 'seen', data: { title: 'Old' } })
  })
  const inbox = await open()
  inbox.shown(fake.notifications.items[0]!.id)
  inbox.shown('unknown')
  bell.close()
  await open()
  expect(patches(fake)).toEqual([])
})

test('what could not be marked as read is said, and sent with the next closing', async () => {
  const { fake, host, bell, open } = await setUp(many(1))
  const inbox = await open()
  inbox.shown(fake.notifications.items[0]!.id)
  fake.intercept = ({ method }) =>
    method === 'PATCH' ? { status: 500, body: { message: 'No room', code: 'internal' } } : undefined
  bell.close()
  await vi.waitFor(() =>
    expect(host.notes).toMatchObject([{ kind: 'error', message: 'Failed to update notifications: No room' }]),
  )
  fake.intercept = undefined
  await open()
  bell.close()
  await vi.waitFor(() => expect(fake.notifications.items[0]?.status).toBe('seen'))
})

test('each row offers its other statuses; what is archived leaves at once, and comes back as read', async () => {
  const { fake, open } = await setUp(many(2))
  const inbox = await open()
  const [id] = [fake.notifications.items[0]!.id]
  const row = () => {
    const list = inbox.$list.get()
    return list.status === 'ready' ? list.rows.find((one) => one.id === id) : undefined
  }
  expect(row()?.offers.map(({ label }) => label)).toEqual(['Mark as read', 'Archive'])
  await inbox.setStatus(id, 'seen')
  expect(row()?.offers.map(({ label }) => label)).toEqual(['Mark as unread', 'Archive'])
  const leaving = inbox.setStatus(id, 'archived')
  expect(titles(inbox.$list.get())).toEqual(['No. 1'])
  await leaving
  inbox.openTab('archived')
  await vi.waitFor(() => expect(row()?.offers.map(({ label }) => label)).toEqual(['Unarchive']))
  await inbox.setStatus(id, 'seen')
  await vi.waitFor(() => expect(inbox.$list.get()).toMatchObject({ status: 'empty' }))
  expect(fake.notifications.items[0]?.status).toBe('seen')
})

test('a status that was refused is taken back, with a sentence', async () => {
  const { fake, host, open } = await setUp(many(1))
  const inbox = await open()
  fake.intercept = ({ method }) =>
    method === 'PATCH'
      ? { status: 403, body: { message: 'Not with this token', code: 'token_scope' } }
      : undefined
  await inbox.setStatus(fake.notifications.items[0]!.id, 'archived')
  expect(titles(inbox.$list.get())).toEqual(['No. 1'])
  expect(host.notes.at(-1)?.message).toBe('Failed to update notifications: Not with this token')
})

test('what one marks as unread by hand stays unread when the inbox closes', async () => {
  const { fake, bell, open } = await setUp((platform) => {
    platform.notifications.add({ data: { title: 'First' } })
  })
  const inbox = await open()
  const { id } = fake.notifications.items[0]!
  inbox.shown(id)
  await inbox.setStatus(id, 'seen')
  await inbox.setStatus(id, 'new')
  bell.close()
  await open()
  expect(fake.notifications.items[0]?.status).toBe('new')
})

test('all are archived, with a message; what arrives meanwhile stays', async () => {
  const { fake, host, open } = await setUp(many(3))
  const inbox = await open()
  expect(inbox.$canArchiveAll.get()).toBe(true)
  fake.intercept = ({ path }) => {
    if (path === '/platform/notifications/archive-all') {
      fake.intercept = undefined
      void Promise.resolve().then(() => fake.notifications.add({ data: { title: 'Meanwhile' } }))
    }
    return undefined
  }
  await inbox.archiveAll()
  expect(host.notes.at(-1)).toMatchObject({
    kind: 'success',
    message: 'Successfully archived all notifications',
  })
  await vi.waitFor(() => expect(['empty', ['Meanwhile']]).toContainEqual(titles(inbox.$list.get())))
})

test('a failed archiving says why, and keeps the list', async () => {
  const { fake, host, open } = await setUp(many(1))
  const inbox = await open()
  fake.intercept = ({ path }) =>
    path.endsWith('archive-all') ? { status: 500, body: { message: 'No room', code: 'internal' } } : undefined
  await inbox.archiveAll()
  expect(host.notes.at(-1)).toMatchObject({
    kind: 'error',
    message: 'Failed to archive all notifications: No room',
  })
  expect(titles(inbox.$list.get())).toEqual(['No. 1'])
})

test('the filters narrow the list, are counted, and outlive the closing', async () => {
  const { fake, bell, open } = await setUp((platform) => {
    platform.notifications.add({ priority: 'Warning', data: { title: 'Warning', org_slug: 'default' } })
    platform.notifications.add({ status: 'seen', data: { title: 'Read', project_ref: 'default' } })
    platform.notifications.add({ data: { title: 'Other' } })
  })
  const inbox = await open()
  inbox.$filterGroups.subscribe(() => undefined)
  await vi.waitFor(() =>
    expect(inbox.$filterGroups.get().map(({ label }) => label)).toEqual([
      'Status',
      'Priority',
      'Organizations',
      'Projects',
    ]),
  )
  inbox.toggleFilter('statuses', 'unread')
  await vi.waitFor(() => expect(titles(inbox.$list.get())).toEqual(['Other', 'Warning']))
  inbox.toggleFilter('priorities', 'Warning')
  await vi.waitFor(() => expect(titles(inbox.$list.get())).toEqual(['Warning']))
  expect(inbox.$filter.get()).toEqual({ count: 2, label: 'Filter notifications, 2 applied' })
  inbox.toggleFilter('projects', 'default')
  await vi.waitFor(() =>
    expect(inbox.$list.get()).toMatchObject({
      status: 'empty',
      title: 'No notifications based on the 3 filters applied',
    }),
  )
  inbox.openTab('archived')
  await vi.waitFor(() =>
    expect(inbox.$list.get()).toMatchObject({
      title: 'No archived notifications based on the 2 filters applied',
    }),
  )
  expect(inbox.$filterGroups.get().map(({ label }) => label)).not.toContain('Status')
  bell.close()
  const again = await open()
  expect(again.$filter.get().count).toBe(2)
  again.clearFilters()
  await vi.waitFor(() => expect(titles(again.$list.get())).toHaveLength(3))
  expect(asked(fake, '/platform/projects')).toBe(1)
})

test('empty tabs say what belongs there', async () => {
  const { open } = await setUp()
  const inbox = await open()
  expect(inbox.$list.get()).toEqual({
    status: 'empty',
    title: 'All caught up',
    hint: 'You will be notified here for any notices on your organizations and projects',
  })
  expect(inbox.$canArchiveAll.get()).toBe(false)
  inbox.openTab('archived')
  await vi.waitFor(() =>
    expect(inbox.$list.get()).toEqual({
      status: 'empty',
      title: 'No archived notifications',
      hint: 'Notifications that you have previously archived will be shown here',
    }),
  )
})

test('a list that can’t be had says so with the reason, and is tried again', async () => {
  const { fake, open } = await setUp((platform) => {
    platform.notifications.add({ data: { title: 'Here' } })
    platform.intercept = ({ path }) =>
      path === '/platform/notifications'
        ? { status: 500, body: { message: 'No room', code: 'internal' } }
        : undefined
  })
  const inbox = await open()
  const list = inbox.$list.get()
  expect(list).toMatchObject({
    status: 'failed',
    title: 'Failed to retrieve notifications',
    detail: 'No room',
  })
  fake.intercept = undefined
  if (list.status === 'failed') list.retry()
  await vi.waitFor(() => expect(titles(inbox.$list.get())).toEqual(['Here']))
})

test('the count above nine is wide; hostile addresses are no links', async () => {
  const { fake, open } = await setUp(many(10))
  fake.notifications.add({
    data: {
      title: 'Links',
      project_ref: 'shop',
      actions: [
        { label: 'Open', url: '/project/[ref]' },
        { label: 'Bad', url: 'javascript:alert(1)' },
        { label: 'None', action_type: 'other' },
      ],
    },
  })
  const inbox = await open()
  const list = inbox.$list.get()
  expect(list.status === 'ready' && list.rows[0]?.links).toEqual([
    { key: '0 Open', label: 'Open', href: '/project/shop' },
  ])
  await vi.waitFor(() =>
    expect(inbox.$tabs.get()[0]).toEqual({
      key: 'inbox',
      label: 'Inbox',
      count: { text: '11', name: '11 unread', isWide: true },
    }),
  )
})
