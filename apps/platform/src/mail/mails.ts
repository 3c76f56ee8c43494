/** What the platform writes to people. */
import type { Mail } from './mailer.js'

export function invitationMail(to: string, organization: string, inviter: string, link: string): Mail {
  return {
    to,
    subject: `${oneLine(inviter)} invites you to ${oneLine(organization)} on Basedeck`,
    text: `${oneLine(inviter)} invites you to the organization “${oneLine(organization)}”.\n\nAccept here; the link works for seven days:\n${link}\n\nIf you don’t know what this is about, ignore this mail.\n`,
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

/** A name never begins a header of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
