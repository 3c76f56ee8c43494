/** File storage: what a file is, sizes that are typed, and what the tray of uploads says. */
export * from '../byte-amount.js'
export * from '../object-kind.js'
export * from '../upload-tray.js'
