/** What the server says about accounts, members and roles. */
export const accountText = {
  notFound: 'Account not found',
  onlyOwner: (organization: string) =>
    `This account is the only owner of ${organization}; make someone else an owner first`,
  noFactor: 'Set up an authenticator app first',
  notMember: 'This person is not a member of the organization',
  invitedAbove: 'This address already has an invitation to a role that you can’t take back',
}

/** What each role may do, for the page of members. */
export const roleText = {
  owner: 'Everything, including billing and deleting the organization.',
  administrator: 'Manages projects, members and settings. Can’t change billing or delete the organization.',
  developer:
    'Works with data, users and files in the projects and reads their keys. Can’t create or delete projects.',
  read_only:
    'Sees projects and members. Can’t see secrets, plans or the audit log, and can’t change anything. Runs read-only SQL and keeps private snippets.',
}

/** What `basedeck user …` answers. */
export const userCommandText = {
  reset: 'Set a new password here. The link works once, for one hour:',
  alreadyProved: (email: string) => `${email} is already verified.`,
  proved: (email: string, revoked: string) => `${email} is verified. ${revoked}; sign in again.`,
  disabled: (email: string, revoked: string) => `${email} can’t sign in any more. ${revoked}.`,
  enabled: (email: string) => `${email} can sign in again.`,
  factorsReset: (email: string, revoked: string) =>
    `The second factor of ${email} is removed. ${revoked}. Until a new app is set up, the password alone signs in.`,
  administrator: (email: string) => `${email} is an administrator of this installation.`,
  deleted: (email: string) => `The account ${email} is deleted.`,
  revoked: (sessions: number, accessTokens: number) =>
    `${plural(sessions, 'session')} and ${plural(accessTokens, 'access token')} revoked`,
  unknownCommand: (command: string) => `This Basedeck has no command ${command}.`,
  unknownEmail: (email: string) => `No account has the address ${email}.`,
  remarks: {
    administrator: 'administrator',
    disabled: 'disabled',
    notProved: 'address not verified',
    secondFactor: 'second factor',
  },
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
