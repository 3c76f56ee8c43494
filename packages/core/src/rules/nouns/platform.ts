/** The platform’s answers: errors, retries, versions, support. */
export * from '../cli-version.js'
export * from '../device.js'
export * from '../errors.js'
export * from '../retry-delay.js'
export * from '../support-link.js'
export * from '../ticket-start.js'
