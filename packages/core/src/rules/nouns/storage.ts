/** File storage: what a file is, sizes that are typed, and what the tray of uploads says. */
export * from '../storage/byte-amount.js'
export * from '../storage/object-kind.js'
export * from '../storage/upload-tray.js'
