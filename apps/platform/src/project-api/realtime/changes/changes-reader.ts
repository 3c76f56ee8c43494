/**
 * Reads PostgreSQL's log as a client of replication, from one slot. PostgreSQL's documentation, "Streaming Replication Protocol"
 * and "Logical Replication Message Formats".
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { configOf, type SignIn } from '../../../engines/server/sign-in.js'
import { PUBLICATION } from '../family-names.js'
import { readOutput, type OutputMessage } from './pgoutput.js'

export interface Slot {
  name: string
  /** It ends with the connection, and so keeps nothing of the log behind. */
  isTemporary: boolean
}

export interface ChangesReader {
  /** The slot was there before: what was not read of it comes first. */
  isContinued: boolean
  /** @param drops the slot too */
  close(drops: boolean): Promise<void>
}

export interface LogListener {
  /** @returns when the next ones may come; what was taken is not sent again */
  take(messages: OutputMessage[]): Promise<void>
  lost(error: unknown): void
}

/** The parts of the driver's client that its types leave out. */
interface ReplicationClient {
  connection: NodeJS.EventEmitter & { stream: Duplex; sendCopyFromChunk(chunk: Buffer): void }
}

const STATUS_MS = 5000
/** Messages that are handed on at once. */
const MOST_MESSAGES = 1000
/** Nothing more is read while so many bytes wait. */
const MOST_WAITING = 16 * 1024 * 1024
const WAL_DATA = 0x77
const KEEPALIVE = 0x6b
const STATUS = 0x72
const STATUS_BYTES = 34
const WAL_HEADER = 25
/** PostgreSQL's codes. */
const IS_THERE = '42710'
const LOST = '55000'

/** Resolves when every change from now on will be read. Commands of replication are read in capitals only. @throws the driver's error */
export async function readChanges(signIn: SignIn, slot: Slot, listener: LogListener): Promise<ChangesReader> {
  const client = new pg.Client({ ...configOf(signIn), replication: 'database' } as pg.ClientConfig)
  const { connection } = client as unknown as ReplicationClient
  let isOpen = true
  /** Up to there everything was taken. */
  let handled = 0n
  let inTransaction = false
  let waiting: OutputMessage[] = []
  let waitingBytes = 0
  let isTaking = false

  function end(error?: unknown): void {
    if (!isOpen) return
    isOpen = false
    clearInterval(telling)
    connection.stream.destroy()
    if (error !== undefined) listener.lost(error)
  }

  function tellStatus(): void {
    if (!isOpen) return
    const status = Buffer.alloc(STATUS_BYTES)
    status[0] = STATUS
    for (const at of [1, 9, 17]) status.writeBigUInt64BE(handled, at)
    connection.sendCopyFromChunk(status)
  }

  async function handOn(): Promise<void> {
    if (isTaking) return
    isTaking = true
    try {
      for (;;) {
        if (!isOpen || waiting.length === 0) return
        const messages = waiting.splice(0, MOST_MESSAGES)
        if (waiting.length === 0) waitingBytes = 0
        await listener.take(messages)
        const last = messages.findLast((message) => message.type === 'commit')
        if (last?.type === 'commit') handled = last.endsAt
        if (waitingBytes < MOST_WAITING) connection.stream.resume()
      }
    } catch (error) {
      end(error)
    } finally {
      isTaking = false
    }
  }

  function takeCopy({ chunk }: { chunk: Buffer }): void {
    const [kind] = chunk
    if (kind === KEEPALIVE) {
      // Between transactions there is nothing of ours before it.
      if (!inTransaction && !isTaking && waiting.length === 0) handled = chunk.readBigUInt64BE(1)
      if (chunk[17] === 1) tellStatus()
      return
    }
    if (kind !== WAL_DATA) return
    const message = readOutput(chunk.subarray(WAL_HEADER))
    if (message.type === 'begin') inTransaction = true
    if (message.type === 'commit') inTransaction = false
    waiting.push(message)
    waitingBytes += chunk.length
    if (waiting.length >= MOST_MESSAGES || waitingBytes >= MOST_WAITING) connection.stream.pause()
    void handOn()
  }

  /** False: it was there. */
  async function makeSlot(): Promise<boolean> {
    const kind = slot.isTemporary ? 'TEMPORARY ' : ''
    try {
      await client.query(`CREATE_REPLICATION_SLOT ${slot.name} ${kind}LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
      return true
    } catch (error) {
      if (!slot.isTemporary && codeOf(error) === IS_THERE) return false
      throw error
    }
  }

  function start(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      connection.once('replicationStart', () => resolve())
      client
        .query(
          `START_REPLICATION SLOT ${slot.name} LOGICAL 0/0 (proto_version '1', publication_names '${PUBLICATION}')`,
        )
        .then(
          () => end(new Error('The replication has ended')),
          (error: unknown) => {
            reject(error as Error)
            if (codeOf(error) !== LOST) end(error)
          },
        )
    })
  }

  const telling = setInterval(tellStatus, STATUS_MS).unref()
  client.on('error', (error) => end(error))
  client.on('end', () => end(new Error('The connection has ended')))
  let isContinued = false
  try {
    await client.connect()
    isContinued = !(await makeSlot())
    connection.on('copyData', takeCopy)
    await start().catch(async (error: unknown) => {
      if (!isContinued || codeOf(error) !== LOST) throw error
      // The server has given up what the slot had kept.
      isContinued = false
      await client.query(`DROP_REPLICATION_SLOT ${slot.name}`)
      await makeSlot()
      await start()
    })
  } catch (error) {
    isOpen = false
    clearInterval(telling)
    connection.stream.destroy()
    throw error
  }
  return {
    isContinued,
    async close(drops) {
      tellStatus()
      end()
      if (drops && !slot.isTemporary) await dropSlot(signIn, slot.name)
    },
  }
}

/** Waits until its reader is gone. @throws the driver's error */
async function dropSlot(signIn: SignIn, name: string): Promise<void> {
  const client = new pg.Client({ ...configOf(signIn), replication: 'database' } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`DROP_REPLICATION_SLOT ${name} WAIT`)
  } finally {
    await client.end()
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
