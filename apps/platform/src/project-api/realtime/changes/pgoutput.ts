/**
 * Messages of PostgreSQL's logical replication, protocol version 1 (PostgreSQL's documentation, "Logical Replication Message
 * Formats"). Values stay the texts that PostgreSQL sent.
 */

export interface RelationColumn {
  name: string
  typeOid: number
  /** Part of the replica identity. */
  isKey: boolean
}

export interface Relation {
  oid: number
  schema: string
  table: string
  columns: RelationColumn[]
}

/** `undefined`: unchanged and stored out of line, so that it was not sent. */
export type TupleValue = string | null | undefined

export type OutputMessage =
  /** `place` is where the transaction ends in the log. */
  | { type: 'begin'; place: bigint; committedAt: Date; transaction: number }
  /** The log up to there has been read whole. */
  | { type: 'commit'; endsAt: bigint }
  | { type: 'relation'; relation: Relation }
  | { type: 'insert'; oid: number; record: TupleValue[] }
  | { type: 'update'; oid: number; record: TupleValue[]; old: TupleValue[] | undefined }
  | { type: 'delete'; oid: number; old: TupleValue[] }
  | { type: 'truncate'; oids: number[] }
  | { type: 'other' }

/** Milliseconds since 1970 of PostgreSQL's first day, 1 January 2000. */
const EPOCH_MS = 946_684_800_000
const MICROSECONDS = 1000n

/** @throws RangeError where the message ends too early */
export function readOutput(bytes: Buffer): OutputMessage {
  const reader = new Reader(bytes)
  switch (reader.letter()) {
    case 'B':
      return {
        type: 'begin',
        place: reader.uint64(),
        committedAt: new Date(Number(reader.int64() / MICROSECONDS) + EPOCH_MS),
        transaction: reader.uint32(),
      }
    case 'C':
      reader.skip(9)
      return { type: 'commit', endsAt: reader.uint64() }
    case 'R':
      return { type: 'relation', relation: reader.relation() }
    case 'I': {
      const oid = reader.uint32()
      reader.skip(1)
      return { type: 'insert', oid, record: reader.tuple() }
    }
    case 'U': {
      const oid = reader.uint32()
      const hasOld = reader.letter() !== 'N'
      const old = hasOld ? reader.tuple() : undefined
      if (hasOld) reader.skip(1)
      return { type: 'update', oid, old, record: reader.tuple() }
    }
    case 'D': {
      const oid = reader.uint32()
      reader.skip(1)
      return { type: 'delete', oid, old: reader.tuple() }
    }
    case 'T': {
      const count = reader.uint32()
      reader.skip(1)
      return { type: 'truncate', oids: Array.from({ length: count }, () => reader.uint32()) }
    }
    default:
      return { type: 'other' }
  }
}

class Reader {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  skip(bytes: number): void {
    this.#at += bytes
  }
  letter(): string {
    return String.fromCharCode(this.#uint8())
  }
  uint32(): number {
    const value = this.#bytes.readUInt32BE(this.#at)
    this.#at += 4
    return value
  }
  uint64(): bigint {
    const value = this.#bytes.readBigUInt64BE(this.#at)
    this.#at += 8
    return value
  }
  int64(): bigint {
    const value = this.#bytes.readBigInt64BE(this.#at)
    this.#at += 8
    return value
  }
  relation(): Relation {
    const oid = this.uint32()
    const schema = this.#text()
    const table = this.#text()
    this.skip(1)
    const columns = Array.from({ length: this.#uint16() }, () => {
      const isKey = (this.#uint8() & 1) === 1
      const name = this.#text()
      const typeOid = this.uint32()
      this.skip(4)
      return { name, typeOid, isKey }
    })
    return { oid, schema: schema === '' ? 'pg_catalog' : schema, table, columns }
  }
  tuple(): TupleValue[] {
    return Array.from({ length: this.#uint16() }, () => {
      const kind = this.letter()
      if (kind === 'n') return null
      if (kind === 'u') return undefined
      const length = this.uint32()
      if (this.#at + length > this.#bytes.length) throw new RangeError('The message ends too early')
      const text = this.#bytes.toString('utf8', this.#at, this.#at + length)
      this.#at += length
      return text
    })
  }
  #uint8(): number {
    const value = this.#bytes.readUInt8(this.#at)
    this.#at += 1
    return value
  }
  #uint16(): number {
    const value = this.#bytes.readUInt16BE(this.#at)
    this.#at += 2
    return value
  }
  #text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0) throw new RangeError('The message ends too early')
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }
}
