/** The sentences of templates of auth mails, and of the mails that were sent or kept. */
import type { AuthMailEntry, AuthMailWay } from '@basedeck/platform-client'
import type { MailProblem } from '../rules/auth/mail.js'

const PROBLEMS: Readonly<Record<MailProblem['reason'], (found: string) => string>> = {
  'unclosed-braces': () => 'Braces are opened and not closed, or the other way round',
  'unknown-variable': (found) => `${found} names no variable`,
  'unknown-action': (found) => `${found} is not understood. Variables, if, else and end can be used`,
  'unclosed-if': () => 'An if has no end',
  'stray-end': (found) => `${found} belongs to no if`,
  'unsafe-place': (found) =>
    `${found} can’t stand here. Put it between tags, or into the quotes of an attribute such as href`,
}

/** Why an attempt failed, by the code of the platform. */
const REASONS: Readonly<Record<string, string>> = {
  'mail-sign-in-refused': 'The mail server refused the user name or password',
  'mail-tls': 'The mail server offers no encryption, or its certificate is not valid for its name',
  'mail-timeout': 'The mail server did not answer in time',
  'mail-refused': 'The mail server refused the mail or its recipient',
  'mail-broke-off': 'The mail server ended the connection',
  'mail-platform': 'The platform’s mail server did not take it; its operator finds the reason in the log',
  'mail-no-server': 'The project has no mail server any more',
  'name-unknown': 'The name of the mail server can’t be resolved',
  'address-refused':
    'The mail server is in a private network. An administrator can allow it with --allow-outgoing-hosts',
  unreachable: 'The mail server could not be reached',
  'connect-timeout': 'The mail server did not accept the connection in time',
}

const WAYS: Readonly<Record<AuthMailWay | 'none', { title: string; body: string }>> = {
  project: { title: 'Project’s server', body: 'Mails go by the project’s own server.' },
  platform: { title: 'Platform’s server', body: 'Mails go by the server of this platform.' },
  kept: {
    title: 'Kept here',
    body: 'No mail server is set up, so mails are kept here for a day. Their links work.',
  },
  none: {
    title: 'No server',
    body: 'No mail can be sent: this project needs a mail server of its own.',
  },
}

const reason = (code: string) => REASONS[code] ?? 'The mail could not be handed over'

/** The sentences of templates and mails. */
export const authMailsText = {
  variables:
    'Variables: {{ .ConfirmationURL }}, {{ .Token }}, {{ .TokenHash }}, {{ .SiteURL }}, {{ .RedirectTo }}, {{ .Email }}, {{ .NewEmail }}, and {{ .Data.key }} for the user’s metadata; notifications also have {{ .OldEmail }}, {{ .Phone }}, {{ .OldPhone }}, {{ .Provider }} and {{ .FactorType }}. Mails that were sent stay as they are.',
  problem: (problem: MailProblem) => `Line ${problem.line}: ${PROBLEMS[problem.reason](problem.found)}`,
  preview: 'Preview',
  previewBody:
    'With the newest user’s address and metadata, or else your address, and the project’s site URL.',
  previewSubject: 'Subject',
  previewFrame: 'Preview of the mail',
  builtIn: 'Use the built-in text',
  test: 'Test mail',
  testBody: 'Sends the saved template with example values. Where accounts are on, only members get one.',
  testTo: 'Address',
  testSend: 'Send test mail',
  testSending: 'Sending…',
  mayNotTest: 'Your role does not allow sending mails of the auth service',
  tested: ({ status, reason: code }: AuthMailEntry) => {
    if (status === 'kept') return 'The mail is kept under “Sent mail”'
    if (status === 'delivered') return 'The mail was handed over'
    return code === null ? 'The mail waits to be sent' : reason(code)
  },
  ways: WAYS,
  list: 'Mails of the last day',
  lead: 'What the auth service wrote to users in the last day.',
  none: 'No mails yet',
  noneBody: 'A mail appears here when a user signs up or asks for a link.',
  columns: {
    to: 'Recipient',
    subject: 'Subject',
    kind: 'Email',
    status: 'Status',
    created: 'Time',
    actions: 'Actions',
  },
  status: { kept: 'Kept', waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
  reason,
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count.toLocaleString('en')} attempts`),
  refresh: 'Refresh',
  open: 'Open',
  openLabel: (to: string) => `Open the mail to ${to}`,
  opened: (to: string) => `Mail to ${to}`,
  openNote: 'Opening it is in the audit log: by its link one signs in as this user.',
  blankedNote: 'Links and codes are blanked: your role does not allow signing in as a user.',
  close: 'Close',
  remove: 'Delete',
  removeLabel: (to: string) => `Delete the mail to ${to}`,
  removed: 'The mail was deleted',
  sendAgain: 'Send again',
  sendAgainLabel: (to: string) => `Send the mail to ${to} again`,
  sentAgain: (to: string) => `The mail to ${to} was sent`,
  notSentAgain: (reason: string) => `It could not be delivered again: ${reason}`,
  mayNotSend: 'Your role does not allow sending mails',
  mayNotRemove: 'Your role does not allow deleting mails',
  frame: 'The mail',
  links: 'Links in this mail',
}
