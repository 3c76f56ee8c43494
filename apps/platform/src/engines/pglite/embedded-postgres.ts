/**
 * Runs PGlite: PostgreSQL 18 in WebAssembly, used through the wire protocol. It never starts programs. A commit is on
 * disk when it is acknowledged.
 */
import { PGlite } from '@electric-sql/pglite'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EngineError } from '../engine.js'
import { isThere } from '../is-there.js'
import { ADMIN_ROLE } from '../roles.js'
import { giveOwnIdentity } from '../templates/cluster-identity.js'
import type { DatabaseTemplates } from '../templates/database-templates.js'
import { flushDirectory, flushName } from '../templates/flush-directory.js'
import { unpackDirectory } from '../templates/packed-directory.js'
import { MessageReader, type MessageSink } from '../wire/message-reader.js'
import type { Wire } from '../wire/wire.js'
import type { ClientStatus } from './socket/backend-messages.js'
import type { WorkerLink } from './socket/client-link.js'
import { LiveMessages } from './socket/live-messages.js'
import { SyncingFiles } from './syncing-files.js'
import { engineText } from '../../text/engines.js'

const INITDB_ARGUMENTS = [
  `--username=${ADMIN_ROLE}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=trust',
]

/** Single-user mode, because there are no other processes. */
const START_ARGUMENTS = [
  '--single',
  '-j',
  // A commit must be on disk when it is acknowledged. PGlite's fdatasync, the default method, does nothing.
  ...['fsync=on', 'wal_sync_method=fsync'].flatMap(setting),
  ...['exit_on_error=false', 'log_checkpoints=false', 'io_method=sync', 'max_worker_processes=0'].flatMap(
    setting,
  ),
  // The default of 128 MB is filled with zeros at each start; reads that miss it are served by the system's cache.
  ...setting('shared_buffers=32MB'),
  // WebAssembly's stack is small, so PostgreSQL's own recursion limit must be reached first.
  ...setting('max_stack_depth=400kB'),
  ...[
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
  ].flatMap(setting),
]

function setting(assignment: string): string[] {
  return ['-c', assignment]
}

/** Each version of PGlite has its own template, and its own prepared databases. */
export function pgliteTemplateName(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8')) as {
    version: string
  }
  const basis = JSON.stringify([INITDB_ARGUMENTS, START_ARGUMENTS])
  return `pglite-${version}-${createHash('sha256').update(basis).digest('hex').slice(0, 12)}`
}

export class EmbeddedPostgres extends PGlite implements Wire {
  /**
   * Opens the database in `directory`, and creates it on first use. An interrupted creation leaves no directory.
   * @param prepared a packed database to begin with, used when the file exists
   */
  static async openDirectory(
    directory: string,
    templates: Pick<DatabaseTemplates, 'copyTo'>,
    prepared?: string,
  ): Promise<EmbeddedPostgres> {
    if (!(await isThere(join(directory, 'PG_VERSION')))) {
      const unfinished = `${directory}.new`
      await rm(unfinished, { recursive: true, force: true })
      const packed = prepared && (await readIfThere(prepared))
      if (packed) unpackDirectory(packed, unfinished)
      else
        await templates.copyTo(unfinished, pgliteTemplateName(), async (draft) => {
          const made = await EmbeddedPostgres.start(draft)
          await made.close()
        })
      await giveOwnIdentity(unfinished)
      await chmod(unfinished, 0o700)
      await flushDirectory(unfinished)
      await rename(unfinished, directory)
      await flushName(directory)
    }
    return EmbeddedPostgres.start(directory)
  }

  private static async start(dataDir: string): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres({
      fs: new SyncingFiles(dataDir),
      initDbStartParams: INITDB_ARGUMENTS,
      startParams: START_ARGUMENTS,
    })
    await postgres.waitReady
    return postgres
  }

  /** PGlite would read all types at each start, for its own way to query, which is not used here. */
  override async _initArrayTypes(): Promise<void> {}

  /** Without this override a COPY … PROGRAM of a superuser leaves the session broken; 0 reads as "can't be started". */
  override handleExternalCmd(command: string, mode: string): number {
    return command.startsWith('locale -a') ? super.handleExternalCmd(command, mode) : 0
  }

  /** PostgreSQL's memory. It moves when it grows, so read it again after every exchange. */
  get memory(): Uint32Array {
    const bytes = (this.mod as unknown as { HEAPU8: Uint8Array }).HEAPU8
    return new Uint32Array(bytes.buffer)
  }

  async exchange(messages: Buffer[], sink: MessageSink, syncs = 1): Promise<void> {
    await this.exchangeBytes(Buffer.concat(messages), sink, syncs)
  }

  /** `message` needs only the parts of a Uint8Array that PGlite reads: its length, its first byte and `subarray`. */
  async exchangeBytes(message: Uint8Array, sink: MessageSink, syncs = 1): Promise<void> {
    let ready = 0
    const reader = new MessageReader(sink, () => ready++)
    await this.execProtocolRawStream(message, {
      syncToFs: false,
      onRawData: (bytes) => reader.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    })
    if (ready !== syncs) throw new EngineError('lost', engineText.embeddedLost)
  }

  /**
   * Gives PostgreSQL what a client sends, and the client what PostgreSQL answers, until PostgreSQL is ready for a query.
   * Blocks the thread. @throws EngineError `lost` when the session ended
   */
  async serve(link: WorkerLink, onMessages: (messages: Uint8Array) => void): Promise<ClientStatus> {
    const module = this.mod as unknown as MainLoopModule
    const live = new LiveMessages(
      link,
      {
        remainingBytes: () => module._pq_buffer_remaining_data(),
        finish() {
          module._PostgresSendReadyForQueryIfNecessary()
          module._pgl_pq_flush()
        },
      },
      onMessages,
    )
    const once = module._PostgresMainLoopOnce
    module._PostgresMainLoopOnce = () => {
      live.isInside = true
      try {
        once()
      } catch (error) {
        // All other exceptions would make PGlite go on in a PostgreSQL that has ended.
        live.isBroken ||= (error as { status?: number }).status !== POSTGRES_LONGJMP
        throw error
      } finally {
        live.isInside = false
      }
    }
    try {
      live.begin()
      await this.execProtocolRawStream(live as unknown as Uint8Array, {
        syncToFs: false,
        onRawData: (bytes) => live.output(bytes),
      })
    } finally {
      module._PostgresMainLoopOnce = once
      live.flush()
    }
    if (live.isLost) throw new EngineError('lost', engineText.embeddedLost)
    return live.status
  }
}

/** How PostgreSQL leaves its main loop after an error that it goes on from. */
const POSTGRES_LONGJMP = 100

/** PGlite's way into PostgreSQL's main loop; internals of the pinned version. */
interface MainLoopModule {
  _PostgresMainLoopOnce(): void
  _PostgresSendReadyForQueryIfNecessary(): void
  _pgl_pq_flush(): void
  _pq_buffer_remaining_data(): number
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
