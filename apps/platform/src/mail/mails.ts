/** What the platform writes to people. */
import type { Mail } from './mailer.js'

export function invitationMail(to: string, organization: string, inviter: string, link: string): Mail {
  return {
    to,
    subject: `${plain(inviter)} invites you to ${plain(organization)} on Basedeck`,
    text: `${plain(inviter)} invites you to the organization “${plain(organization)}”.\n\nAccept here; the link works for seven days:\n${link}\n\nIf you don’t know what this is about, ignore this mail.\n`,
  }
}

export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'A new password for Basedeck',
    text: `Somebody, probably you, asked for a new password.\n\nSet it here; the link works once, for an hour:\n${link}\n\nIf it was not you, ignore this mail: nothing has changed.\n`,
  }
}

export function ticketMail(to: string, ticket: { id: number; subject: string; message: string }): Mail {
  return { to, subject: `[ticket ${ticket.id}] ${oneLine(ticket.subject)}`, text: `${ticket.message}\n` }
}

/** A name is no link: a mail program makes one of `a.b` and of `a://b`. */
function plain(name: string): string {
  return oneLine(name).replace(/[.:](?=\S)/g, '$& ')
}

/** What somebody typed begins no header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
