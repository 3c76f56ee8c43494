/** What an auth service writes to users until a project writes it otherwise. */

/** The mails that an auth service sends. */
export const AUTH_MAIL_KINDS = [
  'confirmation',
  'invite',
  'recovery',
  'magic_link',
  'email_change',
  'reauthentication',
] as const

/** One of `AUTH_MAIL_KINDS`. */
export type AuthMailKind = (typeof AUTH_MAIL_KINDS)[number]

/** Of each mail its subject and its body, as templates. */
export type AuthMailTexts = { [Kind in AuthMailKind as `mailer_subjects_${Kind}`]: string } & {
  [Kind in AuthMailKind as `mailer_templates_${Kind}_content`]: string
}

const body = (title: string, ...lines: string[]) =>
  [`<h2>${title}</h2>`, ...lines.map((line) => `<p>${line}</p>`)].join('\n')
const link = (label: string) => `<a href="{{ .ConfirmationURL }}">${label}</a>`
const CODE = 'Or enter this code: {{ .Token }}'
const UNASKED = 'If this was not you, ignore this mail.'

/** The subjects and bodies of a project that changed none. */
export const AUTH_MAIL_DEFAULTS: Readonly<AuthMailTexts> = {
  mailer_subjects_confirmation: 'Confirm your email address',
  mailer_templates_confirmation_content: body(
    'Confirm your email address',
    'Someone signed up with this address. To use it, follow the link:',
    link('Confirm my address'),
    CODE,
    UNASKED,
  ),
  mailer_subjects_invite: 'You are invited',
  mailer_templates_invite_content: body(
    'You are invited',
    'You were invited to create an account at {{ .SiteURL }}. Follow the link to accept:',
    link('Accept the invitation'),
  ),
  mailer_subjects_recovery: 'Reset your password',
  mailer_templates_recovery_content: body(
    'Reset your password',
    'Follow the link to choose a new password:',
    link('Reset my password'),
    CODE,
    UNASKED,
  ),
  mailer_subjects_magic_link: 'Your sign-in link',
  mailer_templates_magic_link_content: body(
    'Sign in',
    'Follow the link to sign in:',
    link('Sign in'),
    CODE,
    UNASKED,
  ),
  mailer_subjects_email_change: 'Confirm the change of your email address',
  mailer_templates_email_change_content: body(
    'Confirm the change of your email address',
    'Follow the link to change your address from {{ .Email }} to {{ .NewEmail }}:',
    link('Change my address'),
    CODE,
    UNASKED,
  ),
  mailer_subjects_reauthentication: '{{ .Token }} is your code',
  mailer_templates_reauthentication_content: body(
    'Confirm that it is you',
    'Enter this code: {{ .Token }}',
    UNASKED,
  ),
}
