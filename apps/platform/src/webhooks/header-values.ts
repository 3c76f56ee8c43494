/** The headers of a webhook or a schedule, with their values. */
import type { WebhookHeader } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { webhookText } from '../text/webhooks.js'

/** One without a value keeps the one that it has. @throws DomainError webhook_header_empty */
export function headersOf(
  given: readonly WebhookHeader[],
  known: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    given.map(({ name, value = known[name] }) => {
      if (value === undefined) throw new DomainError('webhook_header_empty', webhookText.noValue(name))
      return [name, value]
    }),
  )
}
