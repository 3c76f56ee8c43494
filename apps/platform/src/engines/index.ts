/** What the rest of the platform uses of the engines. */
export * from './engine.js'
export * from './engine-registry.js'
export { lockDataDirectory } from './data-directory-lock.js'
