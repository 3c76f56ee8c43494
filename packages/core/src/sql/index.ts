/** Text of SQL as data: pure, and the same in the browser and on the server. */
export { quoteIdentifier, quoteLiteral, qualifiedName } from './quoting.js'
export * from './impersonation.js'
export * from './impersonation-candidates.js'
export * from './catalogue/index.js'
export * from './starters.js'
export * from './templates.js'
export { completionStatements } from './catalogue/completion.js'
export { whatGoesStatement, type Going } from './what-goes.js'
