/** Signs messages as the Standard Webhooks specification says, so that receivers check them with its libraries. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** The specification asks for 24 to 64. */
const SECRET_BYTES = { least: 24, most: 64 }

/** “The recommended format is base64 encoded, prefixed with `whsec_`.” */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES.least).toString('base64')
}

/** Undefined for what is no such secret. */
function secretBytes(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const bytes = Buffer.from(text, 'base64')
  const isWhole = bytes.toString('base64') === text
  return isWhole && bytes.length >= SECRET_BYTES.least && bytes.length <= SECRET_BYTES.most
    ? bytes
    : undefined
}

export function isWebhookSecret(secret: string): boolean {
  return secretBytes(secret) !== undefined
}

export interface WebhookMessage {
  /** The same at each attempt, so that a receiver knows a message that it has seen. Without a full stop. */
  id: string
  /** Of this attempt. */
  at: Date
  body: string
}

/**
 * @param secrets while a secret is being replaced, the old one and the new one
 * @throws Error for a secret that is none; the sentence does not repeat it
 */
export function webhookHeaders({ id, at, body }: WebhookMessage, secrets: readonly string[]) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = secretBytes(secret)
    if (!key)
      throw new Error('The secret of a webhook is not in the form whsec_ with 24 to 64 bytes of base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
