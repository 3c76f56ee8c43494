/** The rules, and the engines over their ports. `./tus` sends the files, `./zip` packs them. */
export * from './rules/index.js'
export * from './ports.js'
export * from './engines/change-objects.js'
export * from './engines/download-files.js'
export * from './engines/each-at-once.js'
export * from './engines/upload-queue.js'
export * from './engines/walk-folder.js'
