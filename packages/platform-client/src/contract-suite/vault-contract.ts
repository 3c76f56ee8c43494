/** What a platform promises of the secrets of a project. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createSecrets,
  deleteSecret,
  listSecrets,
  revealSecret,
  SECRET_MAX_BYTES,
  updateSecret,
} from '../contract/index.js'
import { refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of the vault.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeVaultContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of the vault`, () => {
    const make = async (...secrets: { name: string; value: string; description?: string }[]) =>
      (await (await connect()).call(createSecrets, { params, body: { secrets } })).secrets
    const names = async () =>
      (await (await connect()).call(listSecrets, { params })).secrets.map(({ name: one }) => one)

    test('a secret is made, shown when asked for, changed and deleted', async () => {
      const client = await connect()
      const value = 'pässwörd 👩‍👩‍👧\n second line '
      const [made] = await make({ name: 'MAIL_KEY', value, description: ' of the mailer ' })
      const at = { params: { ...params, id: made?.id ?? '' } }
      expect(made).toMatchObject({ name: 'MAIL_KEY', description: 'of the mailer' })
      const { kept_in, secrets } = await client.call(listSecrets, { params })
      expect(kept_in).toBe('platform')
      expect(secrets).toEqual([made])
      expect(JSON.stringify(secrets)).not.toContain('second line')
      expect(await client.call(revealSecret, at)).toEqual({ value })
      const changed = await client.call(updateSecret, {
        ...at,
        body: { name: 'MAILER_KEY', description: '' },
      })
      expect(changed).toMatchObject({ id: made?.id, name: 'MAILER_KEY', description: '' })
      expect(await client.call(revealSecret, at)).toEqual({ value })
      await client.call(updateSecret, { ...at, body: { value: 'another' } })
      expect(await client.call(revealSecret, at)).toEqual({ value: 'another' })
      expect(await client.call(deleteSecret, at)).toEqual({ id: made?.id })
      expect(await names()).toEqual([])
      for (const gone of [() => client.call(revealSecret, at), () => client.call(deleteSecret, at)])
        expect(await refusal(gone())).toEqual([404, 'not_found'])
    })

    test('many are made at once, or none; a name exists once', async () => {
      const client = await connect()
      const made = await make({ name: 'A', value: '1' }, { name: 'B', value: '2' })
      expect(await names()).toEqual(['A', 'B'])
      expect(await refusal(make({ name: 'C', value: '3' }, { name: 'B', value: '4' }))).toEqual([
        409,
        'secret_taken',
      ])
      expect(await names()).toEqual(['A', 'B'])
      const [first, second] = made
      const rename = client.call(updateSecret, {
        params: { ...params, id: first?.id ?? '' },
        body: { name: second?.name ?? '' },
      })
      expect(await refusal(rename)).toEqual([409, 'secret_taken'])
      for (const { id } of made) await client.call(deleteSecret, { params: { ...params, id } })
    })

    test.each([
      ['an empty name', { name: ' ', value: 'x' }],
      ['a name with a blank', { name: 'A B', value: 'x' }],
      ['a name that begins with a digit', { name: '1A', value: 'x' }],
      ['no value', { name: 'A', value: '' }],
      ['a value that is too long', { name: 'A', value: 'x'.repeat(SECRET_MAX_BYTES + 1) }],
      ['a value with the character zero', { name: 'A', value: 'a\0b' }],
    ])('%s is refused', async (_what, secret) => {
      expect(await refusal(make(secret))).toEqual([400, 'invalid_body'])
    })

    test('a value of 64 KB is kept', async () => {
      const value = 'é'.repeat(SECRET_MAX_BYTES / 2)
      const [made] = await make({ name: 'LONG', value })
      const at = { params: { ...params, id: made?.id ?? '' } }
      const client = await connect()
      expect(await client.call(revealSecret, at)).toEqual({ value })
      await client.call(deleteSecret, at)
    })
  })
}
