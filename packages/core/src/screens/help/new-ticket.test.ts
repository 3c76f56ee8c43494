import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { NewTicketScreen } from './new-ticket.js'

let opened: OpenedScreen<NewTicketScreen> | undefined
afterEach(() => opened?.end())

async function open(search = '', mail = false) {
  opened = await openScreen('newTicket', `/support/new${search}`, ({ world }) => {
    world.mail = mail
  })
  const { screen, watch, until } = opened
  const organizations = watch(screen.$organizations)
  await until(() => expect(organizations()).toHaveLength(2))
  return opened
}

test('it begins with what the address says', async () => {
  const { screen } = await open(
    '?category=dashboard_bug&projectRef=default&slug=default&subject=Broken&error=Oops%0Aat%20x',
  )
  expect(screen.form.$values.get()).toEqual({
    category: 'dashboard_bug',
    project_ref: 'default',
    organization_slug: 'default',
    subject: 'Broken',
    error: 'Oops\nat x',
    message: '',
  })
})

test('a ticket is written, and where it went is said', async () => {
  const { screen, fake } = await open('?category=billing&error=Oops')
  screen.form.set('subject', 'An invoice')
  screen.form.set('message', 'It is wrong.')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(screen.$sent.get()).toMatchObject({ id: 1, destination: expect.stringContaining('operator') })
  expect(fake.world.tickets).toMatchObject([
    { category: 'billing', subject: 'An invoice', message: 'It is wrong.', error: 'Oops' },
  ])
  expect(fake.requests.findLast(({ method }) => method === 'POST')?.body).not.toHaveProperty('project_ref')
})

test('another one begins without the words of the first', async () => {
  const { screen } = await open('?ref=default&subject=First&error=Oops')
  screen.form.set('message', 'Words')
  await screen.form.submit()
  screen.another()
  expect(screen.$sent.get()).toBeNull()
  expect(screen.form.$values.get()).toMatchObject({
    project_ref: 'default',
    subject: '',
    message: '',
    error: '',
  })
})

test('a message is needed, and the first wrong field is named', async () => {
  const { screen } = await open('?subject=%20')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'subject' })
  screen.form.set('subject', 'Help')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'message' })
  expect(screen.form.$problems.get()).toEqual({ message: 'The message must not be empty' })
})

test('a refusal keeps every word', async () => {
  const { screen, fake } = await open()
  screen.form.set('subject', 'Help')
  screen.form.set('message', 'A long story')
  fake.offline = true
  expect(await screen.form.submit()).toEqual({ type: 'failed' })
  expect(screen.form.$values.get()).toMatchObject({ subject: 'Help', message: 'A long story' })
})
