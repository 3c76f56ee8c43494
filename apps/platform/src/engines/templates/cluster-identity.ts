/**
 * Gives a copied cluster its own identity: a new system identifier, by which a replica recognises its primary, and a new
 * mock authentication nonce, which hides which roles exist. initdb draws both at random. Both are in `global/pg_control`;
 * the identifier is also in the first page of each WAL segment (`pg_control.h`, `xlog_internal.h` of PostgreSQL 14 to 18).
 * Only for a cluster that was shut down cleanly.
 */
import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../engine.js'
import { crc32c } from './crc32c.js'
import { engineText } from '../../text/engines.js'

/** `ControlFileData` ends with its checksum; the newest is 300 bytes long, and none is longer than a sector. */
const CONTROL_DATA_MAX_BYTES = 512
const NONCE_BYTES = 32
/** From this `pg_control_version` on the nonce is followed by three bytes of padding. */
const CONTROL_VERSION_WITH_PADDING = 1800
/** `XLogLongPageHeaderData.xlp_sysid`, and the flag in `xlp_info` that says there is one. */
const LOG_IDENTIFIER_AT = 24
const LONG_HEADER_FLAG = 2

/** @throws EngineError `directory` when `pg_control` is damaged */
export async function giveOwnIdentity(directory: string): Promise<void> {
  const path = join(directory, 'global', 'pg_control')
  const control = await readFile(path)
  const checksumAt = findChecksum(control)
  if (checksumAt === undefined) throw new EngineError('directory', engineText.damaged(path))
  const before = control.readBigUInt64LE(0)
  const identifier = newSystemIdentifier()
  const padding = control.readUInt32LE(8) >= CONTROL_VERSION_WITH_PADDING ? 3 : 0
  control.writeBigUInt64LE(identifier, 0)
  randomBytes(NONCE_BYTES).copy(control, checksumAt - padding - NONCE_BYTES)
  control.writeUInt32LE(crc32c(control.subarray(0, checksumAt)), checksumAt)
  await writeFile(path, control)
  for (const name of await readdir(join(directory, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name))
      await identifySegment(join(directory, 'pg_wal', name), before, identifier)
}

/** Whether a `pg_control` was read whole, by its own checksum. */
export function isWholeControlFile(control: Buffer): boolean {
  return control.length >= CONTROL_DATA_MAX_BYTES && findChecksum(control) !== undefined
}

/** As initdb draws it: the time in the upper half. */
function newSystemIdentifier(): bigint {
  const seconds = BigInt(Math.floor(Date.now() / 1000))
  return (seconds << 32n) | BigInt(randomBytes(4).readUInt32LE())
}

/** The checksum is at the offset where the bytes before it have that checksum. */
function findChecksum(control: Buffer): number | undefined {
  for (let at = NONCE_BYTES; at < CONTROL_DATA_MAX_BYTES; at += 4)
    if (crc32c(control.subarray(0, at)) === control.readUInt32LE(at)) return at
  return undefined
}

async function identifySegment(path: string, before: bigint, after: bigint): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const header = Buffer.alloc(LOG_IDENTIFIER_AT + 8)
    await file.read(header, 0, header.length, 0)
    const isLong = (header.readUInt16LE(2) & LONG_HEADER_FLAG) !== 0
    if (!isLong || header.readBigUInt64LE(LOG_IDENTIFIER_AT) !== before) return
    header.writeBigUInt64LE(after, LOG_IDENTIFIER_AT)
    await file.write(header, LOG_IDENTIFIER_AT, 8, LOG_IDENTIFIER_AT)
  } finally {
    await file.close()
  }
}
