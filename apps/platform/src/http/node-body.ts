/** The body of a call that Node carries. */
import type { IncomingMessage } from 'node:http'
import { HttpError } from './error-table.js'

/** @throws HttpError body_too_large by its declared length, aborted */
export function readNodeBody(incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes)
    return Promise.reject(new HttpError('body_too_large'))
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.once('end', () => resolve(Buffer.concat(pieces)))
    const broken = () => reject(new HttpError('aborted'))
    incoming.once('close', broken)
    incoming.once('error', broken)
  })
}
