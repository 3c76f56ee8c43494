/** Node as host: `createDeck(createNodeHost(), { baseUrl })`. The only part of core that uses Node. */
export { createNodeHost, type NodeHost, type NodeHostOptions } from './node-host.js'
