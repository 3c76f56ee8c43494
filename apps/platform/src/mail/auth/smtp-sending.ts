/** Hands one mail to an SMTP server that a project names, through a connection to a checked address. */
import type { Socket } from 'node:net'
import type { AuthConfig } from '@basedeck/platform-client/contract'
import { createTransport, type Transporter } from 'nodemailer'
import { OutgoingError } from '../../outgoing/outgoing-error.js'
import type { MailOutcome, MailRequest } from '../../outgoing/deliver-due.js'
import type { Outgoing } from '../../outgoing/outgoing.js'

/** Where a project's mails go. */
export interface SmtpServer {
  config: Pick<AuthConfig, 'smtp_host' | 'smtp_port' | 'smtp_user' | 'smtp_admin_email' | 'smtp_sender_name'>
  password: string | undefined
}

export interface SmtpOptions {
  outgoing: Pick<Outgoing, 'connect'>
  /** The whole attempt. Default: half a minute. */
  wholeMs?: number
  /** Certificates to trust instead of the system's, as PEM; for tests. */
  ca?: string
}

const WHOLE_MS = 30_000
const STEP_MS = 10_000
/** With this port TLS begins at once; with others by STARTTLS. */
const TLS_PORT = 465

export async function sendBySmtp(
  { outgoing, wholeMs = WHOLE_MS, ca }: SmtpOptions,
  { config, password }: SmtpServer,
  mail: Pick<MailRequest, 'to' | 'subject' | 'html' | 'text'>,
): Promise<MailOutcome> {
  const { smtp_host: host, smtp_port: port, smtp_user: user } = config
  let socket: Socket | undefined
  let transport: Transporter | undefined
  // A server that answers a little at a time must not hold a place in the queue.
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    socket?.destroy(new Error('late'))
  }, wholeMs)
  try {
    socket = await outgoing.connect(host, port)
    transport = createTransport({
      host,
      port,
      secure: port === TLS_PORT,
      // A name and a password are never sent in clear text.
      requireTLS: user !== '',
      connection: socket,
      tls: { servername: host, ...(ca === undefined ? {} : { ca }) },
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(user === '' ? {} : { auth: { user, pass: password ?? '' } }),
    })
    const from = { name: config.smtp_sender_name, address: config.smtp_admin_email }
    // The envelope is given, so that no header of the mail is read for recipients.
    await transport.sendMail({
      from,
      to: { name: '', address: mail.to },
      envelope: { from: from.address, to: [mail.to] },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
    })
    return { ok: true }
  } catch (error) {
    return isLate ? { ok: false, reason: 'mail-timeout', isFinal: false } : outcomeOf(error)
  } finally {
    clearTimeout(timer)
    transport?.close()
    socket?.destroy()
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'mail-sign-in-refused',
  ETLS: 'mail-tls',
  ETIMEDOUT: 'mail-timeout',
  EENVELOPE: 'mail-refused',
  EMESSAGE: 'mail-refused',
}

/** The server's own words may repeat an address, so that a code stands for them. */
export function outcomeOf(error: unknown): MailOutcome {
  if (error instanceof OutgoingError) return { ok: false, reason: error.reason, isFinal: false }
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  const reason = REASONS[code] ?? 'mail-broke-off'
  // RFC 5321 §4.2.1: 5yz is a permanent negative reply. A password may be mended, so it is tried again.
  return { ok: false, reason, isFinal: responseCode >= 500 && code !== 'EAUTH' }
}
