/** Node as host: `createDeck(createNodeHost(), { baseUrl })`. The one part of core that knows Node. */
export { createNodeHost, type NodeHost, type NodeHostOptions } from './node-host.js'
