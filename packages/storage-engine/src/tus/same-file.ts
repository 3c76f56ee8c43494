/** Whether what the server has of an interrupted upload is the beginning of the chosen file. */
import { DefaultHttpStack } from 'tus-js-client'
import type { SourceFile } from '../ports.js'
import { arrivedSamples } from '../rules/arrived-samples.js'
import type { UploadError } from '../rules/upload-outcome.js'
import { isRetried, RETRY_DELAYS_MS } from '../rules/upload-retry.js'
import { crc32 } from './crc32.js'
import { pieceOf } from './file-source.js'

export interface AskArrived {
  /** Called before each request. */
  headers(): Promise<Record<string, string>>
  /** Called when a request was refused with 401. */
  onKeyRefused(): void
  isStopped(): boolean
}

/**
 * `other`: another file, or a server that can't tell. `away`: no answer came, also after several tries.
 * @throws UnreadableFile
 */
export async function compareArrived(
  file: SourceFile,
  address: string,
  asking: AskArrived,
): Promise<{ type: 'same' | 'other' } | { type: 'away'; error: UploadError }> {
  const arrived = await askArrived(address, asking)
  if (arrived.type !== 'told') return arrived
  const parts = arrivedSamples(arrived.offset)
  if (arrived.offset > file.sizeBytes) return { type: 'other' }
  const query = `?checksums=${parts.map(({ start, end }) => `${start}-${end}`).join(',')}`
  const theirs = parts.length === 0 ? arrived : await askArrived(address + query, asking)
  if (theirs.type !== 'told') return theirs
  if (theirs.checksums.length !== parts.length) return { type: 'other' }
  for (const [index, { start, end }] of parts.entries()) {
    const piece = await pieceOf(file, start, end)
    const bytes = piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : piece
    if (crc32(bytes) !== theirs.checksums[index]) return { type: 'other' }
  }
  return { type: 'same' }
}

type Arrived =
  | { type: 'told'; offset: number; checksums: number[] }
  | { type: 'other' }
  | { type: 'away'; error: UploadError }

async function askArrived(
  address: string,
  { headers, onKeyRefused, isStopped }: AskArrived,
): Promise<Arrived> {
  const stack = new DefaultHttpStack({})
  let error: UploadError = { status: null, body: '', message: '' }
  for (const delay of RETRY_DELAYS_MS) {
    await new Promise<void>((resolve) => void setTimeout(() => resolve(), delay))
    if (isStopped()) break
    try {
      const request = stack.createRequest('GET', address)
      for (const [name, value] of Object.entries(await headers())) request.setHeader(name, value)
      const answer = await request.send(null)
      const [status, body] = [answer.getStatus(), answer.getBody()]
      if (status === 200) return arrivedIn(body)
      if (status === 401) onKeyRefused()
      error = { status, body, message: `The server answered with status ${status}` }
      // 405: another kind of server. 410: the upload is over.
      if (!isRetried(status) || status === 405 || status === 410) return { type: 'other' }
    } catch (cause) {
      error = { status: null, body: '', message: cause instanceof Error ? cause.message : String(cause) }
    }
  }
  return { type: 'away', error }
}

function arrivedIn(body: string): Arrived {
  try {
    const { offset, checksums } = JSON.parse(body) as { offset?: unknown; checksums?: unknown }
    if (typeof offset === 'number' && Array.isArray(checksums)) return { type: 'told', offset, checksums }
  } catch {
    // Another kind of server: refused below.
  }
  return { type: 'other' }
}
