/** What every platform promises of notifications. One suite for the fake and the real server. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  archiveAllNotifications,
  getNotificationsSummary,
  listNotifications,
  patchArchiveAllNotifications,
  putArchiveAllNotifications,
  putNotifications,
  updateNotifications,
  type Notification,
  type NotificationPriority,
} from '../contract/notifications.js'
import { listenEvents, type PlatformEvent } from '../contract/events.js'
import { refusal } from './refusal.js'

/** A platform with a project `default`, and a client of a person who may see it. */
export interface NotificationsSubject {
  client: Client
  /** Tells the caller of something in the project `default` of the organization `default`. */
  tell(told: { title: string; priority: NotificationPriority }): Promise<void>
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/**
 * Registers the tests of notifications.
 * @param connect gives the platform; it is called in each test
 */
export function describeNotificationsContract(name: string, connect: () => NotificationsSubject): void {
  describe(`${name} keeps the contract of notifications`, () => {
    const list = (
      query: { status?: string; limit?: number; offset?: number; [name: string]: unknown } = {},
    ) => connect().client.call(listNotifications, { query: query as never })
    const titles = async (...query: Parameters<typeof list>) =>
      (await list(...query)).map(({ data }) => data.title)
    const told = async (title: string, priority: NotificationPriority = 'Info'): Promise<Notification> => {
      await connect().tell({ title, priority })
      return (await list({ limit: 100 })).find(({ data }) => data.title === title)!
    }
    const emptyInbox = () => connect().client.call(archiveAllNotifications, {})

    test('what is told is new, and names its project and its organization', async () => {
      await emptyInbox()
      expect(await told('Ready')).toMatchObject({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        name: expect.any(String),
        status: 'new',
        priority: 'Info',
        inserted_at: expect.any(String),
        data: {
          message: expect.any(String),
          actions: expect.any(Array),
          project_ref: 'default',
          org_slug: 'default',
        },
      })
    })

    test('the summary counts what is unread, and knows how urgent it is', async () => {
      const { client } = connect()
      await emptyInbox()
      const summary = () => client.call(getNotificationsSummary, {})
      expect(await summary()).toEqual({ unread_count: 0, has_warning: false, has_critical: false })
      await told('Counted')
      await told('Counted, a warning', 'Warning')
      expect(await summary()).toEqual({ unread_count: 2, has_warning: true, has_critical: false })
      const { id } = await told('Counted, critical', 'Critical')
      expect(await summary()).toMatchObject({ unread_count: 3, has_critical: true })
      await client.call(updateNotifications, { body: [{ id, status: 'seen' }] })
      expect(await summary()).toMatchObject({ unread_count: 2, has_critical: false })
    })

    test('a page has ten, newest first, and the next begins after it', async () => {
      await emptyInbox()
      for (let number = 1; number <= 12; number++)
        await connect().tell({ title: `No. ${number}`, priority: 'Info' })
      expect(await titles()).toEqual([
        'No. 12',
        'No. 11',
        'No. 10',
        'No. 9',
        'No. 8',
        'No. 7',
        'No. 6',
        'No. 5',
        'No. 4',
        'No. 3',
      ])
      expect(await titles({ offset: 10 })).toEqual(['No. 2', 'No. 1'])
      expect(await titles({ limit: 1, offset: 11 })).toEqual(['No. 1'])
    })

    test('it lists by status, priority, organization and project', async () => {
      const { client } = connect()
      await emptyInbox()
      const { id } = await told('Filtered, read', 'Warning')
      await told('Filtered, unread')
      await client.call(updateNotifications, { body: [{ id, status: 'seen' }] })
      expect(await titles({ status: 'new' })).toEqual(['Filtered, unread'])
      expect(await titles({ status: 'seen' })).toEqual(['Filtered, read'])
      expect(await titles()).toEqual(['Filtered, unread', 'Filtered, read'])
      expect(await titles({ priority: 'Warning,Critical' })).toEqual(['Filtered, read'])
      expect(await titles({ org_slug: 'default,other' })).toHaveLength(2)
      expect(await titles({ org_slug: 'other' })).toEqual([])
      expect(await titles({ project_ref: 'default' })).toHaveLength(2)
      expect(await titles({ project_ref: 'other' })).toEqual([])
      expect(await refusal(list({ status: 'gone' }))).toEqual([400, 'invalid_query'])
      expect(await refusal(list({ limit: 101 }))).toEqual([400, 'invalid_query'])
    })

    test('each can be given any status, by either method; unknown ones are left out', async () => {
      const { client } = connect()
      await emptyInbox()
      const [{ id }, { id: second }] = [await told('First'), await told('Second')]
      await client.call(updateNotifications, {
        body: [
          { id, status: 'archived' },
          { id: UNKNOWN, status: 'seen' },
        ],
      })
      expect(await titles()).toEqual(['Second'])
      expect((await titles({ status: 'archived', limit: 100 })).slice(0, 1)).toEqual(['First'])
      await client.call(putNotifications, {
        body: [
          { id, status: 'seen' },
          { id: second, status: 'seen' },
          { id: second, status: 'archived' },
        ],
      })
      expect(await titles()).toEqual(['First'])
      await client.call(updateNotifications, { body: [] })
      const wrong = client.call(updateNotifications, { body: [{ id, status: 'gone' as never }] })
      expect(await refusal(wrong)).toEqual([400, 'invalid_body'])
    })

    test.each([archiveAllNotifications, putArchiveAllNotifications, patchArchiveAllNotifications])(
      'all are archived by $method',
      async (endpoint) => {
        const { client } = connect()
        await told(`By ${endpoint.method}`)
        await client.call(endpoint, {})
        expect(await list()).toEqual([])
        expect(await titles({ status: 'archived', limit: 100 })).toContain(`By ${endpoint.method}`)
      },
    )

    test('open dashboards are told', async () => {
      const { client } = connect()
      const ending = new AbortController()
      const events = client.events(listenEvents, {}, { signal: ending.signal })[Symbol.asyncIterator]()
      const next = async (): Promise<PlatformEvent['type'] | undefined> => {
        const { value, done } = await events.next()
        if (done) return undefined
        // What others do on the platform is told to this dashboard too.
        return value.type === 'hello' || value.type === 'notifications' ? value.type : next()
      }
      expect(await next()).toBe('hello')
      await told('Live')
      expect(await next()).toBe('notifications')
      await emptyInbox()
      expect(await next()).toBe('notifications')
      ending.abort()
    })
  })
}
