/** What decides about merges of branches. */
export * from '../merge/merge-choice.js'
