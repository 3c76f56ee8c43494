/** The door of the engines. */
export * from './engine.js'
export { createEngine, type CreateEngineOptions } from './create-engine.js'
export { lockDataDirectory } from './data-directory-lock.js'
