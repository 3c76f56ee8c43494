/** What a caller may do, and as whom. */
export * from '../access.js'
export * from '../capability.js'
export * from '../impersonation-claims.js'
export * from '../invitation.js'
export * from '../invited-addresses.js'
export * from '../organization-links.js'
