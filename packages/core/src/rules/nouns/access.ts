/** What a caller may do, and as whom. */
export * from '../access/access.js'
export * from '../access/capability.js'
export * from '../access/impersonation-claims.js'
export * from '../access/invitation.js'
export * from '../access/invited-addresses.js'
export * from '../organization/organization-links.js'
