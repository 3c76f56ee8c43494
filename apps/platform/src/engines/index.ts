/** The door of the engines. */
export * from './engine.js'
export * from './engine-registry.js'
export { lockDataDirectory } from './data-directory-lock.js'
