/** The specification's own library judges. */
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { isWebhookSecret, newWebhookSecret, webhookHeaders } from './webhook-signature.js'

const message = { id: 'msg_1', at: new Date(), body: '{"häl":"👩‍👩‍👧","n":1.50}' }

test('a receiver accepts what was signed, and nothing else', () => {
  const secret = newWebhookSecret()
  const headers = webhookHeaders(message, [secret])
  const receiver = new Webhook(secret)
  expect(receiver.verify(message.body, headers)).toEqual(JSON.parse(message.body))
  expect(receiver.sign(message.id, message.at, message.body)).toBe(headers['webhook-signature'])
  for (const other of [{ 'webhook-id': 'msg_2' }, { 'webhook-timestamp': String(Date.now()) }])
    expect(() => receiver.verify(message.body, { ...headers, ...other })).toThrow()
  expect(() => receiver.verify(`${message.body} `, headers)).toThrow()
  expect(() => new Webhook(newWebhookSecret()).verify(message.body, headers)).toThrow()
})

test('while a secret is replaced, receivers with either accept', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const headers = webhookHeaders(message, secrets)
  for (const secret of secrets) new Webhook(secret).verify(message.body, headers)
})

test.each([
  '',
  'whsec_',
  'hush',
  'whsec_hush',
  `whsec_${'A'.repeat(28)}`,
  `whsec_${'A'.repeat(88)}`,
  'whsec_!',
])('%j is no secret, and the sentence does not repeat it', (secret) => {
  expect(isWebhookSecret(secret)).toBe(false)
  expect(() => webhookHeaders(message, [secret])).toThrow('The secret of a webhook is not in the form')
})
