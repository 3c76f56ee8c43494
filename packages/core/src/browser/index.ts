/** A browser as host: `createDeck(createBrowserHost(), { baseUrl: '' })`. The one part of core that knows the DOM. */
export { createBrowserHost, type BrowserHostOptions } from './browser-host.js'
export { inputFile } from './input-file.js'
