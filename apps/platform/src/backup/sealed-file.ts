/**
 * Files that only this installation can read: a key of their own, sealed with the installation's key, stands before pieces of
 * which each is encrypted and authenticated with its number. A piece that was changed, moved or left out is noticed.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretBox } from '../secrets/secret-box.js'
import { backupText } from '../text/backup.js'
import { BackupError } from './backup-error.js'

/** What the bytes of a file pass on their way. */
export type Through = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

const MAGIC = Buffer.from('basedeck sealed 1\n')
const PURPOSE = 'sealed file'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const TAG_BYTES = 16
const PIECE_BYTES = 1024 * 1024
/** The length of the sealed key, and of each piece. */
const LENGTH_BYTES = 4
/** Bit of a piece's length that says: no other one follows. */
const LAST = 0x8000_0000

/** Encrypts; a pass for each file. */
export function sealing(box: Pick<SecretBox, 'seal'>): Through {
  return async function* seal(source) {
    const key = randomBytes(KEY_BYTES)
    const sealedKey = Buffer.from(box.seal(key.toString('base64'), PURPOSE))
    yield Buffer.concat([MAGIC, lengthOf(sealedKey.length), sealedKey])
    let number = 0
    let waiting: Buffer | undefined
    for await (const piece of pieces(source)) {
      if (waiting) yield sealed(key, number++, waiting, false)
      waiting = piece
    }
    yield sealed(key, number, waiting ?? Buffer.alloc(0), true)
  }
}

/** Decrypts. The stream ends with a BackupError where the file was changed, cut, or sealed by another installation. */
export function opening(box: Pick<SecretBox, 'open'>): Through {
  return async function* open(source) {
    const read = reader(source)
    if (!(await read(MAGIC.length)).equals(MAGIC)) throw new BackupError(backupText.notSealed)
    const sealedKey = (await read((await read(LENGTH_BYTES)).readUInt32BE())).toString()
    let key: Buffer
    try {
      key = Buffer.from(box.open(sealedKey, PURPOSE), 'base64')
    } catch (cause) {
      throw new BackupError(backupText.otherKey, { cause })
    }
    for (let number = 0, isLast = false; !isLast; number++) {
      const head = (await read(LENGTH_BYTES)).readUInt32BE()
      isLast = (head & LAST) !== 0
      const length = head & ~LAST
      if (length > PIECE_BYTES) throw new BackupError(backupText.sealBroken)
      const tag = await read(TAG_BYTES)
      yield opened(key, number, await read(length), { tag, isLast })
    }
  }
}

function sealed(key: Buffer, number: number, piece: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES })
  const head = lengthOf(isLast ? (piece.length | LAST) >>> 0 : piece.length)
  cipher.setAAD(head)
  const encrypted = Buffer.concat([cipher.update(piece), cipher.final()])
  return Buffer.concat([head, cipher.getAuthTag(), encrypted])
}

function opened(
  key: Buffer,
  number: number,
  encrypted: Buffer,
  { tag, isLast }: { tag: Buffer; isLast: boolean },
): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES })
  decipher.setAAD(lengthOf(isLast ? (encrypted.length | LAST) >>> 0 : encrypted.length))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  } catch (cause) {
    throw new BackupError(backupText.sealBroken, { cause })
  }
}

/** The key is this file's alone, so that a number is used once. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

function lengthOf(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeUInt32BE(value)
  return bytes
}

async function* pieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of source) {
    parts.push(part)
    length += part.length
    if (length < PIECE_BYTES) continue
    const all = Buffer.concat(parts)
    let at = 0
    for (; all.length - at >= PIECE_BYTES; at += PIECE_BYTES) yield all.subarray(at, at + PIECE_BYTES)
    parts = at < all.length ? [all.subarray(at)] : []
    length = all.length - at
  }
  if (length > 0) yield Buffer.concat(parts)
}

/** Gives exactly so many of the next bytes. */
function reader(source: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const iterator = source[Symbol.asyncIterator]()
  let kept: Buffer = Buffer.alloc(0)
  return async (length) => {
    if (kept.length >= length) {
      const there = kept.subarray(0, length)
      kept = kept.subarray(length)
      return there
    }
    const parts = [kept]
    let have = kept.length
    while (have < length) {
      const next = await iterator.next()
      if (next.done) throw new BackupError(backupText.sealBroken)
      parts.push(next.value)
      have += next.value.length
    }
    const all = Buffer.concat(parts)
    kept = all.subarray(length)
    return all.subarray(0, length)
  }
}
