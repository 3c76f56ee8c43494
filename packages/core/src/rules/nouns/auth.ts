/** Sign-in of a project's users: where links lead, what a password needs, when a session ends, and what a mail holds. */
export * from '../auth/mail.js'
export * from '../auth/password-demands.js'
export * from '../auth/provider-account.js'
export * from '../auth/provider-profile.js'
export * from '../auth/redirect-target.js'
export * from '../auth/relying-party.js'
export * from '../auth/refresh-use.js'
export * from '../auth/session-end.js'
