/**
 * Which database of each project what is read and run goes to. It is in memory only: after a reload it is the primary. The
 * client sends the handle of the chosen one with every call to the database, so that no caller can forget it.
 */
import { PlatformError, type CallOptions, type Client } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'

export interface ChosenDatabase {
  identifier: string
  /** Opaque. */
  handle: string
  /** For display. */
  label: string
}

export interface ChosenDatabases {
  /** By project; a project without an entry uses its primary. */
  readonly $all: ReadableAtom<Readonly<Record<string, ChosenDatabase>>>
  /** @param database null: the primary */
  choose(ref: string, database: ChosenDatabase | null): void
  forget(): void
}

/** @param onChange what was read of the project is that of another database */
export function createChosenDatabases(onChange: (ref: string) => void): ChosenDatabases {
  const $all = atom<Readonly<Record<string, ChosenDatabase>>>({})
  return {
    $all,
    choose(ref, database) {
      const { [ref]: before, ...others } = $all.get()
      if (before?.identifier === database?.identifier) return
      $all.set(database ? { ...others, [ref]: database } : others)
      onChange(ref)
    },
    forget: () => $all.set({}),
  }
}

const HEADER = 'x-connection-encrypted'
/** Calls that are for one database. */
const TO_DATABASE = /^\/platform\/pg-meta\/\{ref\}\//
const GONE = 'database_not_found'

const chosenOf = new WeakMap<Client, ChosenDatabases>()

/** What is chosen among the databases that a client asks; undefined: it always asks the primary. */
export function chosenDatabasesOf(client: Client): ChosenDatabases | undefined {
  return chosenOf.get(client)
}

/** The same client, whose calls to a database go to the chosen one. One that is gone is no longer chosen. */
export function withChosenDatabase(client: Client, chosen: ChosenDatabases): Client {
  const refOf = (call: unknown) => (call as { params?: { ref?: string } }).params?.ref ?? ''
  const addressed = (call: unknown, options?: CallOptions): CallOptions | undefined => {
    const database = chosen.$all.get()[refOf(call)]
    if (!database) return options
    return { ...options, headers: { [HEADER]: database.handle, ...options?.headers } }
  }
  const lookAt = (error: unknown, call: unknown): void => {
    if (error instanceof PlatformError && error.code === GONE) chosen.choose(refOf(call), null)
  }
  async function* inPieces<Piece>(
    call: unknown,
    pieces: AsyncGenerator<Piece, void>,
  ): AsyncGenerator<Piece, void> {
    try {
      yield* pieces
    } catch (error) {
      lookAt(error, call)
      throw error
    }
  }
  const made: Client = {
    baseUrl: client.baseUrl,
    async call(endpoint, call, options) {
      if (!TO_DATABASE.test(endpoint.path)) return client.call(endpoint, call, options)
      try {
        return await client.call(endpoint, call, addressed(call, options))
      } catch (error) {
        lookAt(error, call)
        throw error
      }
    },
    events: (endpoint, call, options) => client.events(endpoint, call, options),
    rows: (call, options) => inPieces(call, client.rows(call, addressed(call, options))),
    // An import writes: the screen that begins one knows that a replica takes none.
    importRows: (call, file, options) => client.importRows(call, file, options),
  }
  chosenOf.set(made, chosen)
  return made
}
