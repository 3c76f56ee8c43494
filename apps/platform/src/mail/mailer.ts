/** Sends mail by the operator's SMTP server, where one is configured. */
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Default: the mail is plain text. */
  html?: string
}

export interface Mailer {
  readonly isConfigured: boolean
  /** False when it could not be handed over; the reason is in the log, the text never is. */
  send(mail: Mail): Promise<boolean>
}

const TIMEOUT_MS = 10_000

/** @param smtpUrl `smtps://user:password@host:465`, with the sender as `?from=Basedeck <basedeck@example.com>` */
export function createMailer(smtpUrl: string | undefined, log: Logger): Mailer {
  if (smtpUrl === undefined) return { isConfigured: false, send: async () => false }
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `basedeck@${url.hostname}`
  url.searchParams.delete('from')
  const transport = createTransport({
    url: url.href,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    isConfigured: true,
    async send({ to, subject, text, html }) {
      try {
        await transport.sendMail({ from, to, subject, text, ...(html === undefined ? {} : { html }) })
        return true
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        log.warn({ code, responseCode }, 'a mail could not be sent')
        return false
      }
    },
  }
}
