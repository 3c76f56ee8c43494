/** Subjects and bodies of the mails that the platform sends. */
export const mailText = {
  invitation: {
    subject: (inviter: string, organization: string) =>
      `${inviter} invites you to ${organization} on Basedeck`,
    body: (inviter: string, organization: string, link: string) =>
      `${inviter} invites you to the organization “${organization}”.\n\nAccept the invitation here; the link works for seven days:\n${link}\n\nIf you did not expect this mail, ignore it.\n`,
  },
  reset: {
    subject: 'A new password for Basedeck',
    body: (link: string) =>
      `You asked for a new password.\n\nSet it here; the link works once, for one hour:\n${link}\n\nIf you did not ask for it, ignore this mail: nothing has changed.\n`,
  },
  emailChange: {
    subject: 'Confirm the new address of your Basedeck account',
    body: (from: string, to: string, link: string) =>
      `The address of your account is to change from ${from} to ${to}.\n\nConfirm it here; the link works once, for a day:\n${link}\n\nIf you did not ask for it, ignore this mail and change your password: nothing has changed.\n`,
  },
  ticket: (id: number, subject: string) => `[ticket ${id}] ${subject}`,
}

/** Where a support ticket went. */
export const ticketText = {
  stored: 'It is stored on this platform, where the operator reads it.',
  mailed: (address: string) => `It was also mailed to ${address}.`,
}
