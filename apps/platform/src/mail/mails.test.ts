import { expect, test } from 'vitest'
import { invitationMail, ticketMail } from './mails.js'

const LINK = 'https://basedeck.example.com/invitation/abc'

test('a name brings no line break into the head, and no link into the mail', () => {
  const mail = invitationMail(
    'to@example.com',
    'Acme\r\nBcc: all@example.com',
    'see https://evil.example.com/x or www.evil.com',
    LINK,
  )
  expect(mail.subject).toBe(
    'see https: //evil. example. com/x or www. evil. com invites you to Acme Bcc: all@example. com on Basedeck',
  )
  expect(mail.text.match(/\S+:\/\/\S+/g)).toEqual([LINK])
})

test.each(['Acme Inc.', 'Jürgen & Söhne', 'A: B'])('the name %j stays as it is', (name) => {
  expect(invitationMail('to@example.com', name, 'Ada', LINK).subject).toContain(`to ${name} on`)
})

test('a ticket’s subject is one line', () => {
  expect(ticketMail('to@example.com', { id: 7, subject: 'v1.2\nbroke', message: 'm' }).subject).toBe(
    '[ticket 7] v1.2 broke',
  )
})
