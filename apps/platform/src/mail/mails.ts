/** What the platform writes to people. */
import type { Mail } from './mailer.js'
import { mailText } from '../text/mails.js'

export function invitationMail(to: string, organization: string, inviter: string, link: string): Mail {
  return {
    to,
    subject: mailText.invitation.subject(plain(inviter), plain(organization)),
    text: mailText.invitation.body(plain(inviter), plain(organization), link),
  }
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: mailText.reset.subject,
    text: mailText.reset.body(link),
  }
}

export function ticketMail(to: string, ticket: { id: number; subject: string; message: string }): Mail {
  return { to, subject: mailText.ticket(ticket.id, oneLine(ticket.subject)), text: `${ticket.message}\n` }
}

/** A name is no link: a mail program makes one of `a.b` and of `a://b`. */
function plain(name: string): string {
  return oneLine(name).replace(/[.:](?=\S)/g, '$& ')
}

/** What somebody typed begins no header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
