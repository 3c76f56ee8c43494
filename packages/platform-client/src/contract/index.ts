export * from './result.js'
