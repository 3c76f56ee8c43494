/** The door of the engines. */
export * from './engine.js'
export * from './engine-house.js'
export { lockDataDirectory } from './data-directory-lock.js'
