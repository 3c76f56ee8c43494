/** Row streams: the decoder, and the answer of a call read by it. */
export * from './decoder.js'
export { partsOf, ROW_STREAM_CALL, type StreamedAnswer } from './answer.js'
