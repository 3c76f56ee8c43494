export * from './contract/index.js'
export { createClient, type CallOptions, type Client, type ClientOptions } from './client.js'
export {
  PlatformError,
  toPlatformError,
  type PlatformErrorDetails,
  type PlatformErrorKind,
} from './errors.js'
export type { ImportEnd, ImportFile } from './import-lines.js'
export { newId } from './id.js'
