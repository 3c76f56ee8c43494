import { newId } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { SentMailRow, SentMailScreen } from './sent-mail.js'

let opened: OpenedScreen<SentMailScreen>
afterEach(() => opened.end())

const text = (link: string) => ({ subject: 's', html: `<a href="${link}">Go</a>`, text: link })

function keep(fake: FakePlatform, more: object = {}): void {
  const at = '2026-01-01T00:00:00.000Z'
  const state = { attempts: 0, reason: null, status: 'kept', way: 'kept' } as const
  const entry = {
    id: newId(),
    kind: 'invite',
    to: 'eve@example.com',
    subject: 's',
    created_at: at,
    ...state,
  } as const
  const mails = fake.world.projects[0]?.authMails
  mails?.push({
    entry: { ...entry, ...more },
    open: text('https://x.example/?token=abc'),
    blanked: text('•••'),
  })
}

async function open(prepare: (fake: FakePlatform) => void) {
  opened = await openScreen('authSentMail', '/project/default/auth/sent-mail', prepare)
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows, screen.$way, screen.$mayRemove, screen.$opened)
  await until(() => expect(rows().status).toBe('ready'))
  const first = (): SentMailRow => {
    const all = rows()
    if (all.status !== 'ready' || !all.data[0]) throw new Error('There is no mail')
    return all.data[0]
  }
  return { ...opened, rows, first }
}

test('a mail is opened with its links, which the audit log holds, and deleted', async () => {
  const { screen, first, until, fake, rows } = await open(keep)
  expect(screen.$way.get()).toMatchObject({ title: 'Kept here' })
  expect(first()).toMatchObject({
    to: 'eve@example.com',
    kind: 'Invite user',
    statusLabel: 'Kept',
    canOpen: true,
  })
  await screen.open(first())
  expect(screen.$opened.get()).toMatchObject({
    to: 'eve@example.com',
    links: ['https://x.example/?token=abc'],
  })
  expect(fake.world.audit[0]).toMatchObject({ action: 'auth_mail.open', target: 'eve@example.com' })
  screen.close()
  expect(screen.$opened.get()).toBeNull()
  await screen.remove(first())
  await until(() => expect(rows()).toMatchObject({ data: [] }))
})

test('who may not sign in as a user gets the mail with its links blanked', async () => {
  const { screen, first, until, fake } = await open((fake) => {
    keep(fake)
    grantOnly(fake, ['read', 'projects'], ['read', 'auth'])
  })
  await until(() => expect(screen.$mayRemove.get()).toMatchObject({ disabled: true }))
  await screen.open(first())
  expect(screen.$opened.get()).toMatchObject({ links: [], mail: { html: '<a href="•••">Go</a>' } })
  expect(fake.requests.filter(({ path }) => path.endsWith('/open'))).toEqual([])
})

test('a mail that could not be delivered is sent again', async () => {
  const { screen, first, until, fake } = await open((fake) =>
    keep(fake, { status: 'failed', way: 'project', attempts: 10, reason: 'mail-refused' }),
  )
  expect(first()).toMatchObject({ canSendAgain: true })
  await screen.sendAgain(first())
  await until(() => expect(first()).toMatchObject({ statusLabel: 'Delivered', canSendAgain: false }))
  expect(fake.world.audit[0]).toMatchObject({ action: 'auth_mail.send_again', target: 'eve@example.com' })
})

test('a mail that waits says why', async () => {
  const { first } = await open((fake) =>
    keep(fake, { status: 'waiting', way: 'project', attempts: 2, reason: 'mail-timeout' }),
  )
  expect(first()).toMatchObject({
    statusLabel: 'Waiting',
    detail: 'The mail server did not answer in time (2 attempts)',
    canOpen: false,
  })
})
