/**
 * Reads PostgreSQL's log as a client of replication, from one slot. PostgreSQL's documentation, "Streaming Replication Protocol"
 * and "Logical Replication Message Formats".
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { configOf, type SignIn } from '../../../engines/server/sign-in.js'
import { MESSAGES_PUBLICATION, PUBLICATION } from '../family-names.js'
import { readOutput, type OutputMessage } from './pgoutput.js'

export interface Slot {
  name: string
  /** It ends with the connection, and so keeps nothing of the log behind. */
  isTemporary: boolean
}

/** `new`: the slot is new. `continued`: unread changes come first. `given-up`: the server had dropped the changes that it kept. */
export type Continuation = 'new' | 'continued' | 'given-up'

export interface ChangesReader {
  /** What became of the slot's place in the log since it was last read. */
  continuation: Continuation
  /** Up to there everything was taken, as a place in the log. */
  handled(): bigint
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

/**
 * Resolves when every change from now on will be read. Commands of replication are read in capitals only.
 * @param from what was taken before is not sent again, though the server may not know yet
 * @throws the driver's error
 */
export async function readChanges(
  { signIn, slot, from }: { signIn: SignIn; slot: Slot; from: bigint },
  listener: LogListener,
): Promise<ChangesReader> {
  const client = new pg.Client({ ...configOf(signIn), replication: 'database' } as pg.ClientConfig)
  const { connection } = client as unknown as ReplicationClient
  let isOpen = true
  let isStarted = false
  /** Up to there everything was taken. */
  let handled = from
  let inTransaction = false
  let waiting: OutputMessage[] = []
  let waitingBytes = 0
  let isTaking = false
  let lostBy: { error: unknown } | undefined

  function end(error?: unknown): void {
    if (!isOpen) return
    isOpen = false
    clearInterval(telling)
    connection.stream.destroy()
    // Until it has started, its opener is told.
    if (error === undefined || !isStarted) return
    // What is being taken counts as taken.
    lostBy = { error }
    if (!isTaking) listener.lost(error)
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
      if (lostBy) listener.lost(lostBy.error)
    }
  }

  function takeCopy({ chunk }: { chunk: Buffer }): void {
    const [kind] = chunk
    if (kind === KEEPALIVE) {
      // Between transactions there is nothing of ours before it.
      const place = chunk.readBigUInt64BE(1)
      if (!inTransaction && !isTaking && waiting.length === 0 && place > handled) handled = place
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

  /** One that is not there would end the reading at the first change. */
  async function publications(): Promise<string> {
    const { rows } = await client.query<{ pubname: string }>(
      `select pubname from pg_catalog.pg_publication where pubname in ('${PUBLICATION}', '${MESSAGES_PUBLICATION}')`,
    )
    return rows.map(({ pubname }) => pubname).join(',') || PUBLICATION
  }

  async function start(): Promise<void> {
    const names = await publications()
    return new Promise<void>((resolve, reject) => {
      connection.once('replicationStart', () => {
        isStarted = true
        resolve()
      })
      client
        .query(
          `START_REPLICATION SLOT ${slot.name} LOGICAL ${placeOf(handled)} (proto_version '1', publication_names '${names}')`,
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
  let continuation: Continuation = 'new'
  try {
    await client.connect()
    if (await makeSlot()) handled = 0n
    else continuation = 'continued'
    connection.on('copyData', takeCopy)
    await start().catch(async (error: unknown) => {
      if (continuation !== 'continued' || codeOf(error) !== LOST) throw error
      continuation = 'given-up'
      handled = 0n
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
    continuation,
    handled: () => handled,
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

/** As PostgreSQL writes it: two hexadecimal numbers. */
function placeOf(place: bigint): string {
  return `${(place >> 32n).toString(16)}/${(place & 0xffffffffn).toString(16)}`
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
