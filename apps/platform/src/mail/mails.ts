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

/** To one of the two mailboxes. */
export function emailChangeMail(to: string, addresses: { from: string; to: string }, link: string): Mail {
  return {
    to,
    subject: mailText.emailChange.subject,
    text: mailText.emailChange.body(addresses.from, addresses.to, link),
  }
}

export function ticketMail(to: string, ticket: { id: number; subject: string; message: string }): Mail {
  return { to, subject: mailText.ticket(ticket.id, oneLine(ticket.subject)), text: `${ticket.message}\n` }
}

/** Mail programs turn `a.b` and `a://b` into links, so a blank is inserted. */
function plain(name: string): string {
  return oneLine(name).replace(/[.:](?=\S)/g, '$& ')
}

/** Removes line breaks, so that typed text can't start a mail header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
