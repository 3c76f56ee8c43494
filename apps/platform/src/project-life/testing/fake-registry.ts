/** Engines without databases: which exist is a set of names, and each step can be held up or made to fail. */
import { fakeDatabase } from '../../engines/testing/fake-database.js'
import type {
  DatabasePlace,
  EngineRegistry,
  EngineOffer,
  OwnEngineKind,
  PlaceToEnd,
} from '../../engines/engine-registry.js'
import type { ServerExit } from '../../engines/cluster/server-exit.js'
import { EngineError, type Database, type OpenOptions, type RunRequest } from '../../engines/engine.js'

type Step = 'open' | 'run' | 'stop' | 'remove' | 'watch'

export class FakeRegistry implements EngineRegistry {
  offers: EngineOffer[] = [
    { kind: 'cluster', available: true, description: 'PostgreSQL 15.18 from PATH' },
    { kind: 'pglite', available: true, description: 'PGlite' },
    { kind: 'postgres', available: true, description: 'any' },
  ]
  readonly preferred = 'cluster'
  readonly preferredReason = ''
  /** The calls, in order. */
  readonly log: string[] = []
  /** The databases there are. */
  readonly made = new Set<string>()
  readonly places = new Map<string, DatabasePlace>()
  readonly options = new Map<string, OpenOptions | undefined>()
  /** Thrown by the next steps of that name. */
  readonly failures = new Map<Step, unknown>()
  /** What `stop`, `remove` and `watch` were called with. */
  readonly ended: PlaceToEnd[] = []
  /** What the databases were asked. */
  readonly runs: RunRequest[] = []
  /** Of databases that an older program made. */
  readonly makers = new Map<string, OwnEngineKind>()
  versionNumber = 150_018
  /** Of the databases that are opened from now on. */
  facts: Partial<Database> = {}
  #held: Promise<void> | undefined
  #release: () => void = () => {}
  #knocked: (ref: string) => Promise<unknown> = async () => undefined
  readonly #exitListeners: ((ref: string, exit: ServerExit) => void)[] = []
  #isClosed = false

  /** Later openings wait for `release`. */
  hold(): void {
    this.#held = new Promise((resolve) => (this.#release = resolve))
  }

  release(): void {
    this.#held = undefined
    this.#release()
  }

  async madeBy(ref: string): Promise<OwnEngineKind | undefined> {
    return this.makers.get(ref)
  }

  async begin(id: string): Promise<void> {
    this.log.push(`begin ${id}`)
  }

  async open(place: DatabasePlace, options?: OpenOptions): Promise<Database> {
    this.log.push(`open ${place.id}`)
    this.places.set(place.id, place)
    this.options.set(place.id, options)
    await this.#held
    if (this.#isClosed) throw new EngineError('closed', 'The engines are closed.')
    this.#fail('open')
    this.made.add(place.id)
    return this.#database(place.id)
  }

  async stop(place: PlaceToEnd): Promise<void> {
    this.#end('stop', place)
  }

  async remove(place: PlaceToEnd): Promise<void> {
    this.#end('remove', place)
    this.made.delete(place.id)
  }

  async watch(place: PlaceToEnd): Promise<void> {
    this.#end('watch', place)
  }

  onKnock(listener: (ref: string) => Promise<unknown>): void {
    this.#knocked = listener
  }

  /** As when a program connects to the port of a database that is asleep. */
  knock(ref: string): Promise<unknown> {
    return this.#knocked(ref)
  }

  onServerExit(listener: (ref: string, exit: ServerExit) => void): void {
    this.#exitListeners.push(listener)
  }

  /** As when the server of a project is killed. */
  killServer(ref: string): void {
    for (const listener of this.#exitListeners) listener(ref, { signal: 'SIGKILL' })
  }

  async states() {
    return []
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.release()
  }

  #end(step: 'stop' | 'remove' | 'watch', place: PlaceToEnd): void {
    this.log.push(`${step} ${place.id}`)
    this.ended.push(place)
    this.#fail(step)
  }

  #fail(step: Step): void {
    if (this.failures.has(step)) throw this.failures.get(step)
  }

  #database(ref: string): Database {
    return fakeDatabase({
      id: ref,
      versionNumber: this.versionNumber,
      run: async (request) => {
        this.runs.push(request)
        this.#fail('run')
        return { results: [], durationMs: 0 }
      },
      ...this.facts,
    })
  }
}
