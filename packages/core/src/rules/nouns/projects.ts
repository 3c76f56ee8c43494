/** Projects: how they are made, listed and named, and what their status allows. */
export * from '../branches.js'
export * from '../engine-choices.js'
export * from '../generated-password.js'
export * from '../next-steps.js'
export * from '../project-list.js'
export * from '../project-status.js'
export * from '../regions.js'
