/** The contract of the mails of a project's auth service, on a platform without a mail server: they are kept. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  getAuthMail,
  listAuthMails,
  openAuthMail,
  removeAuthMail,
  sendAuthMailAgain,
  sendTestAuthMail,
} from '../contract/auth-mails.js'
import { newId } from '../id.js'
import { refusal } from './refusal.js'

const ref = 'default'

/**
 * Registers the tests of auth mails.
 * @param connect gives a client of a running self-hosted platform without accounts and mail server
 */
export function describeAuthMailsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of auth mails`, () => {
    test('a mail is kept, listed without its code, opened with it, and deleted', async () => {
      const client = await connect()
      const body = { kind: 'reauthentication', to: 'ada@example.com' } as const
      const sent = await client.call(sendTestAuthMail, { params: { ref }, body })
      expect(sent).toMatchObject({
        ...body,
        way: 'kept',
        status: 'kept',
        subject: '••• is your code',
        reason: null,
      })
      const { way, mails } = await client.call(listAuthMails, { params: { ref } })
      expect([way, mails[0]]).toEqual(['kept', sent])
      const params = { ref, id: sent.id }
      const blanked = await client.call(getAuthMail, { params })
      expect(JSON.stringify(blanked)).not.toContain('123456')
      const open = await client.call(openAuthMail, { params })
      expect(open).toMatchObject({ subject: '123456 is your code', html: expect.stringContaining('123456') })
      expect(await refusal(client.call(sendAuthMailAgain, { params }))).toEqual([409, 'auth_mail_not_failed'])
      expect(await client.call(removeAuthMail, { params })).toEqual({ id: sent.id })
      expect((await client.call(listAuthMails, { params: { ref } })).mails).toEqual([])
    })

    test('a mail that is not there is not found', async () => {
      const client = await connect()
      const params = { ref, id: newId() }
      for (const call of [getAuthMail, openAuthMail, removeAuthMail, sendAuthMailAgain] as const)
        expect(await refusal(client.call(call, { params }))).toEqual([404, 'auth_mail_not_found'])
    })

    test.each([
      ['an address that is none', { kind: 'invite', to: 'nobody' }],
      ['a mail that nobody sends', { kind: 'newsletter', to: 'ada@example.com' }],
    ])('%s is refused', async (_, body) => {
      const sending = (await connect()).call(sendTestAuthMail, { params: { ref }, body: body as never })
      expect(await refusal(sending)).toEqual([400, 'invalid_body'])
    })
  })
}
