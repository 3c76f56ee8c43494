/**
 * Archives of the form `ustar` (POSIX.1-1988), which every `tar` reads: a block with name, size and mode before each
 * file. Supports only what a dump needs: files and directories.
 */
import { backupText } from '../text/backup.js'

export interface TarHeader {
  /** With `/`, without one at the end. */
  name: string
  type: 'file' | 'directory'
  /** Bytes of the content that follows. */
  size: number
  mode: number
}

export interface TarEntry extends TarHeader {
  /** The content. Unread bytes are skipped when the next entry is read. */
  content: AsyncIterable<Buffer>
}

/** The archive is damaged or has another format. */
export class TarError extends Error {
  override readonly name = 'TarError'
}

export const BLOCK_BYTES = 512

/** Offset and length of each header field, in bytes. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const
type Field = keyof typeof FIELDS

const PERMISSIONS = 0o7777
const TYPES = { file: '0', directory: '5' } as const
/** Eleven octal digits. */
const LARGEST_SIZE = 8 ** 11 - 1

/** The block before a file's content. @throws TarError when the name or the size does not fit */
export function tarHeader({ name, type, size, mode }: TarHeader, seconds: number): Buffer {
  if (size > LARGEST_SIZE) throw new TarError(backupText.tooLarge(name))
  const block = Buffer.alloc(BLOCK_BYTES)
  const put = (field: Field, text: string) =>
    void block.write(text, FIELDS[field][0], FIELDS[field][1], 'utf8')
  const octal = (field: Field, value: number) =>
    put(field, value.toString(8).padStart(FIELDS[field][1] - 1, '0'))
  const [prefix, rest] = splitName(type === 'directory' ? `${name}/` : name)
  put('name', rest)
  put('prefix', prefix)
  octal('mode', mode & PERMISSIONS)
  octal('uid', 0)
  octal('gid', 0)
  octal('size', size)
  octal('mtime', seconds)
  put('type', TYPES[type])
  put('magic', 'ustar\x0000')
  put('checksum', `${checksumOf(block).toString(8).padStart(6, '0')}\0 `)
  return block
}

/** The zeros after a content of that size, up to the next block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
}

/** Two empty blocks. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK_BYTES)
}

/** The entries of an archive, one after the other. @throws TarError, and what `bytes` throws */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(bytes)
  for (;;) {
    const header = readHeader(await reader.exactly(BLOCK_BYTES))
    if (!header) break
    const content = reader.slices(header.size)
    yield { ...header, content }
    // What the caller did not read.
    while (!(await content.next()).done);
    await reader.exactly(tarPadding(header.size).length)
  }
  await reader.toTheEnd()
}

/** The next header; undefined at the end of the archive. */
function readHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const get = (field: Field) => {
    const [at, length] = FIELDS[field]
    return block.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  }
  const octal = (field: Field) => Number.parseInt(get(field).trim(), 8)
  if (octal('checksum') !== checksumOf(block)) throw new TarError(backupText.wrongChecksum)
  const type = get('type') === TYPES.directory ? 'directory' : get('type') === TYPES.file ? 'file' : undefined
  if (type === undefined) throw new TarError(backupText.otherEntries)
  const whole = get('prefix') === '' ? get('name') : `${get('prefix')}/${get('name')}`
  return { name: whole.replace(/\/$/, ''), type, size: octal('size'), mode: octal('mode') }
}

/** The sum of all header bytes, with blanks in place of the checksum itself. */
function checksumOf(block: Buffer): number {
  const [at, length] = FIELDS.checksum
  const isOwn = (index: number) => index >= at && index < at + length
  return block.reduce((sum, byte, index) => sum + (isOwn(index) ? 0x20 : byte), 0)
}

/** A long name is cut at a `/`. */
function splitName(name: string): [prefix: string, rest: string] {
  const fits = (text: string, field: Field) => Buffer.byteLength(text) <= FIELDS[field][1]
  if (fits(name, 'name')) return ['', name]
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (rest !== '' && fits(prefix, 'prefix') && fits(rest, 'name')) return [prefix, rest]
  }
  throw new TarError(backupText.nameTooLong(name))
}

class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.slices(length)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *slices(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0;) {
      if (this.#rest.length === 0) await this.#more()
      const slice = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(slice.length)
      missing -= slice.length
      yield slice
    }
  }

  async toTheEnd(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next()
    if (next.done) throw new TarError(backupText.endsTooEarly)
    this.#rest = next.value
  }
}
