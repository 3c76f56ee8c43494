/** A browser as host: `createDeck(createBrowserHost(), { baseUrl: '' })`. The only part of core that uses the DOM. */
export { createBrowserHost, type BrowserHostOptions } from './browser-host.js'
export { inputFile } from './input-file.js'
export { droppedFiles, uploadSource } from './source-file.js'
