import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { TeamScreen } from './team.js'

let opened: OpenedScreen<TeamScreen> | undefined
afterEach(() => opened?.end())

const bo = {
  profile_id: '00000000-0000-4000-8000-0000000000b0',
  first_name: 'Bo',
  primary_email: 'bo@example.com',
  role_id: 'developer',
  is_mfa_enabled: true,
  joined_at: '2026-01-02T00:00:00.000Z',
  is_you: false,
}

async function open(prepare?: (fake: FakePlatform) => void, search = '') {
  opened = await openScreen('team', `/org/default/team${search}`, (fake) => {
    fake.world.members['default']?.push({ ...bo })
    prepare?.(fake)
  })
  const { screen, watch, until } = opened
  watch(
    screen.members.$rows,
    screen.$roles,
    screen.invitations.$rows,
    screen.$mayUpdate,
    screen.$mayRemove,
    screen.$mayInvite,
  )
  const members = () => listOf(screen.members.$rows.get())
  const invitations = () => listOf(screen.invitations.$rows.get())
  await until(() => {
    expect(members()).toHaveLength(2)
    expect(screen.$roles.get()).toHaveLength(4)
    expect(screen.invitations.$rows.get().status).toBe('ready')
  })
  const you = members().find(({ isYou }) => isYou)!
  const other = members().find(({ isYou }) => !isYou)!
  return { ...opened, members, invitations, you, other }
}

const listOf = <Item>(remote: { status: string; data?: Item[] }): Item[] => remote.data ?? []

test('every member has a name, a role and a mark for the second factor', async () => {
  const { you, other } = await open()
  expect(you).toMatchObject({ isYou: true, roleId: 'owner', hasSecondFactor: false })
  expect(other).toEqual({
    profileId: bo.profile_id,
    name: 'Bo',
    email: 'bo@example.com',
    isYou: false,
    roleId: 'developer',
    role: 'Developer',
    hasSecondFactor: true,
    joinedAt: bo.joined_at,
  })
})

test('a role is changed at once', async () => {
  const { screen, other, members, until, host } = await open()
  const change = screen.changeRole(other, 'administrator')
  expect(screen.$changing.get()).toBe(bo.profile_id)
  await change
  expect(screen.$changing.get()).toBeNull()
  await until(() => expect(members().find(({ isYou }) => !isYou)?.roleId).toBe('administrator'))
  expect(host.notes).toEqual([{ kind: 'success', message: 'Bo is now Administrator' }])
})

test('the last owner stays one, and the reason is said plainly', async () => {
  const { screen, you, members } = await open()
  await screen.changeRole(you, 'developer')
  const reason = 'The organization needs an owner; make someone else one first'
  expect(screen.$problem.get()).toBe(reason)
  expect(members().find(({ isYou }) => isYou)?.roleId).toBe('owner')
  screen.leave()
  await screen.leaving.confirm()
  expect(screen.leaving.$state.get()).toMatchObject({ status: 'open', problem: reason })
})

test('a member is removed after a question', async () => {
  const { screen, other, members, until, host } = await open()
  screen.removal.ask(other)
  await screen.removal.confirm()
  expect(screen.removal.$state.get()).toEqual({ status: 'closed' })
  await until(() => expect(members()).toHaveLength(1))
  expect(host.notes).toEqual([{ kind: 'success', message: 'Bo was removed' }])
})

test('one of two owners may leave, and stands before the other organizations', async () => {
  const { screen, other, host, fake } = await open()
  await screen.changeRole(other, 'owner')
  screen.leave()
  expect(screen.leaving.$state.get()).toMatchObject({ subject: { name: 'Default organization' } })
  await screen.leaving.confirm()
  expect(host.navigation.current().pathname).toBe('/organizations')
  expect(fake.world.members['default']).toHaveLength(1)
})

test('an invitation gives a link that is shown once and can be copied', async () => {
  const { screen, invitations, host, until } = await open()
  screen.invite.open()
  screen.invite.form.set('emails', 'new@example.com')
  screen.invite.form.set('role_id', 'read_only')
  expect(await screen.invite.form.submit()).toEqual({ type: 'done' })
  expect(screen.invite.$isOpen.get()).toBe(false)
  const [made] = screen.invite.$results.get() ?? []
  if (made?.type !== 'link') throw new Error('It has no link.')
  expect(made).toMatchObject({ email: 'new@example.com', link: expect.stringContaining('/invitation/') })
  await screen.invite.copyLink('new@example.com')
  expect(host.copied).toEqual([made.link])
  await until(() =>
    expect(invitations()).toMatchObject([{ email: 'new@example.com', role: 'Read-only', isExpired: false }]),
  )
  expect(JSON.stringify(invitations())).not.toContain('/invitation/')
  screen.invite.close()
  expect(screen.invite.$results.get()).toBeNull()
})

test('where mail is sent, the invitation says that it was', async () => {
  const { screen, host } = await open((fake) => {
    fake.world.mail = true
  })
  screen.invite.open()
  screen.invite.form.set('emails', 'new@example.com')
  await screen.invite.form.submit()
  expect(screen.invite.$isOpen.get()).toBe(false)
  expect(screen.invite.$results.get()).toBeNull()
  expect(host.notes).toEqual([{ kind: 'success', message: 'The invitation was mailed to new@example.com' }])
})

test.each([
  ['', { type: 'invalid', field: 'emails' }, 'Write at least one email address'],
  [' , ', { type: 'invalid', field: 'emails' }, 'Write at least one email address'],
  ['a@x.org nonsense', { type: 'invalid', field: 'emails' }, '“nonsense” is not an email address'],
  [
    Array.from({ length: 101 }, (_, at) => `a${at}@x.org`).join(),
    { type: 'invalid', field: 'emails' },
    'At most 100 can be invited at once',
  ],
  ['bo@example.com', { type: 'failed', field: 'emails' }, 'This person is already a member'],
])('inviting %s is refused at its field', async (email, outcome, sentence) => {
  const { screen } = await open()
  screen.invite.open()
  screen.invite.form.set('emails', email)
  expect(await screen.invite.form.submit()).toEqual(outcome)
  expect(screen.invite.form.$problems.get()).toEqual({ emails: sentence })
  expect(screen.invite.$isOpen.get()).toBe(true)
})

test('a list of addresses is invited, and each has its own result', async () => {
  const { screen, host, invitations, until } = await open()
  screen.invite.open()
  screen.invite.form.set('emails', 'Cy <cy@example.com>,\nbo@example.com; <di@example.com>')
  expect(await screen.invite.form.submit()).toEqual({ type: 'done' })
  const results = screen.invite.$results.get() ?? []
  expect(results).toEqual([
    { type: 'link', email: 'cy@example.com', link: expect.stringContaining('/invitation/') },
    { type: 'failed', email: 'bo@example.com', message: 'This person is already a member' },
    { type: 'link', email: 'di@example.com', link: expect.stringContaining('/invitation/') },
  ])
  await until(() =>
    expect(invitations().map(({ email }) => email)).toEqual(['cy@example.com', 'di@example.com']),
  )
  await screen.invite.copyLinks()
  expect(host.copied[0]).toMatch(/^cy@example\.com http\S+\ndi@example\.com http\S+$/)
  // Who could not be invited stays in the form.
  expect(screen.invite.form.$values.get().emails).toBe('bo@example.com')
  screen.invite.close()
  expect(screen.invite.$results.get()).toBeNull()
})

test('a hundred are invited at once', async () => {
  const { screen, fake } = await open((prepared) => {
    prepared.world.mail = true
  })
  const emails = Array.from({ length: 100 }, (_, at) => `a${at}@example.com`)
  screen.invite.form.set('emails', emails.join('\n'))
  await screen.invite.form.submit()
  expect(screen.invite.$results.get()).toEqual(emails.map((email) => ({ type: 'mailed', email })))
  expect(fake.world.invitations.map(({ email }) => email)).toEqual(emails)
})

test('who has to wait is told how long, and is not asked for the others', async () => {
  const { screen, fake } = await open((prepared) => {
    prepared.world.invitationWaitSeconds = 240
  })
  screen.invite.form.set('emails', 'cy@example.com di@example.com')
  await screen.invite.form.submit()
  const message = 'Too many invitations were mailed. Try again in 4 min.'
  expect(screen.invite.$results.get()).toEqual([
    { type: 'failed', email: 'cy@example.com', message },
    { type: 'failed', email: 'di@example.com', message },
  ])
  expect(
    fake.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/invitations')),
  ).toHaveLength(1)
})

test('an expired invitation is marked, and can be revoked', async () => {
  const { screen, invitations, until } = await open((fake) => {
    fake.world.invitations.push({
      id: '00000000-0000-4000-8000-00000000001d',
      token: 'old',
      slug: 'default',
      email: 'old@example.com',
      role_id: 'developer',
      invited_by: 'Ada',
      inserted_at: '2025-01-01T00:00:00.000Z',
      expires_at: '2025-01-08T00:00:00.000Z',
      is_expired: true,
    })
  })
  const [old] = invitations()
  expect(old).toMatchObject({ email: 'old@example.com', isExpired: true })
  screen.revocation.ask(old!)
  await screen.revocation.confirm()
  await until(() => expect(invitations()).toEqual([]))
})

test('who may only look is told why nothing can be changed', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() => {
    for (const $may of [screen.$mayUpdate, screen.$mayRemove, screen.$mayInvite])
      expect($may.get()).toEqual({ disabled: true, hint: expect.stringContaining('Your role') })
  })
})

test.each([
  ['member', ['Bo', 'Local user']],
  ['role', ['Bo', 'Local user']],
  ['mfa', ['Local user', 'Bo']],
])('members are sorted by %s, and a second click turns that around', async (key, names) => {
  const { screen, members } = await open()
  screen.members.sorting.by('email')
  screen.members.sorting.by(key)
  expect(members().map(({ name }) => name)).toEqual(names)
  screen.members.sorting.by(key)
  expect(members().map(({ name }) => name)).toEqual(names.toReversed())
})

test('the only owner may not leave, and is told why before asking', async () => {
  const { screen, other, until, watch } = await open()
  watch(screen.$mayLeave)
  expect(screen.$mayLeave.get()).toEqual({ disabled: true, hint: expect.stringContaining('only owner') })
  await screen.changeRole(other, 'owner')
  await until(() => expect(screen.$mayLeave.get()).toEqual({ disabled: false }))
})

test('an address that asks for it opens the invitations, once', async () => {
  const { screen, host, until } = await open(undefined, '?open=invite')
  await until(() => expect(screen.invite.$isOpen.get()).toBe(true))
  expect(host.navigation.current()).toMatchObject({ pathname: '/org/default/team', search: '' })
})

test('an address opens no invitations for who may not invite', async () => {
  const { screen, host, until } = await open((fake) => grantOnly(fake, ['read', '%']), '?open=invite')
  await until(() => expect(host.navigation.current().search).toBe(''))
  expect(screen.invite.$isOpen.get()).toBe(false)
})
