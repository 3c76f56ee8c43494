/** What an auth service writes to users until a project writes it otherwise. */

/** What a user can be told of afterwards, each by a mail that a project turns on. */
export const AUTH_NOTIFICATIONS = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const

/** One of `AUTH_NOTIFICATIONS`. */
export type AuthNotification = (typeof AUTH_NOTIFICATIONS)[number]

/** Whether a notification is sent. */
export type AuthNotificationSettings = {
  [Name in AuthNotification as `mailer_notifications_${Name}_enabled`]: boolean
}

/** None is sent until a project turns it on. */
export const AUTH_NOTIFICATION_DEFAULTS = Object.fromEntries(
  AUTH_NOTIFICATIONS.map((name) => [`mailer_notifications_${name}_enabled`, false]),
) as AuthNotificationSettings

/** The mails that an auth service sends. */
export const AUTH_MAIL_KINDS = [
  'confirmation',
  'invite',
  'recovery',
  'magic_link',
  'email_change',
  'reauthentication',
  'password_changed_notification',
  'email_changed_notification',
  'phone_changed_notification',
  'identity_linked_notification',
  'identity_unlinked_notification',
  'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification',
] as const

/** One of `AUTH_MAIL_KINDS`. */
export type AuthMailKind = (typeof AUTH_MAIL_KINDS)[number]

/** The notification that a mail is; undefined: it is another mail. */
export function notificationOf(kind: AuthMailKind): AuthNotification | undefined {
  return AUTH_NOTIFICATIONS.find((name) => kind === `${name}_notification`)
}

/** Of each mail its subject and its body, as templates. */
export type AuthMailTexts = { [Kind in AuthMailKind as `mailer_subjects_${Kind}`]: string } & {
  [Kind in AuthMailKind as `mailer_templates_${Kind}_content`]: string
}

const body = (title: string, ...lines: string[]) =>
  [`<h2>${title}</h2>`, ...lines.map((line) => `<p>${line}</p>`)].join('\n')
const link = (label: string) => `<a href="{{ .ConfirmationURL }}">${label}</a>`
const CODE = 'Or enter this code: {{ .Token }}'
const UNASKED = 'If this was not you, ignore this mail.'
const ALARM = 'If this was not you, reset your password at {{ .SiteURL }} and tell its operators.'

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
  mailer_subjects_password_changed_notification: 'Your password was changed',
  mailer_templates_password_changed_notification_content: body(
    'Your password was changed',
    'The password of your account {{ .Email }} was changed.',
    ALARM,
  ),
  mailer_subjects_email_changed_notification: 'Your email address was changed',
  mailer_templates_email_changed_notification_content: body(
    'Your email address was changed',
    'The address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
    ALARM,
  ),
  mailer_subjects_phone_changed_notification: 'Your phone number was changed',
  mailer_templates_phone_changed_notification_content: body(
    'Your phone number was changed',
    'The number of your account {{ .Email }} is now {{ .Phone }}.{{ if .OldPhone }} It was {{ .OldPhone }}.{{ end }}',
    ALARM,
  ),
  mailer_subjects_identity_linked_notification: 'A way to sign in was added',
  mailer_templates_identity_linked_notification_content: body(
    'A way to sign in was added',
    'Your account {{ .Email }} can now be used with {{ .Provider }}.',
    ALARM,
  ),
  mailer_subjects_identity_unlinked_notification: 'A way to sign in was removed',
  mailer_templates_identity_unlinked_notification_content: body(
    'A way to sign in was removed',
    'Your account {{ .Email }} can’t be used with {{ .Provider }} any more.',
    ALARM,
  ),
  mailer_subjects_mfa_factor_enrolled_notification: 'A second factor was added',
  mailer_templates_mfa_factor_enrolled_notification_content: body(
    'A second factor was added',
    'A second factor ({{ .FactorType }}) was added to your account {{ .Email }}.',
    ALARM,
  ),
  mailer_subjects_mfa_factor_unenrolled_notification: 'A second factor was removed',
  mailer_templates_mfa_factor_unenrolled_notification_content: body(
    'A second factor was removed',
    'A second factor ({{ .FactorType }}) was removed from your account {{ .Email }}.',
    ALARM,
  ),
}
