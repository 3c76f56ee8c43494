/** Engines without databases: which exist is a set of names, and each step can be held up or made to fail. */
import { fakeDatabase } from '../../engines/testing/fake-database.js'
import type {
  DatabaseTarget,
  EngineRegistry,
  EngineOffer,
  OwnEngineKind,
  DatabaseKey,
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
  readonly targets = new Map<string, DatabaseTarget>()
  readonly options = new Map<string, OpenOptions | undefined>()
  /** Thrown by the next steps of that name. */
  readonly failures = new Map<Step, unknown>()
  /** What `stop`, `remove` and `watch` were called with. */
  readonly ended: DatabaseKey[] = []
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

  async open(target: DatabaseTarget, options?: OpenOptions): Promise<Database> {
    this.log.push(`open ${target.id}`)
    this.targets.set(target.id, target)
    this.options.set(target.id, options)
    await this.#held
    if (this.#isClosed) throw new EngineError('closed', 'The engines are closed.')
    this.#fail('open')
    this.made.add(target.id)
    return this.#database(target.id)
  }

  async stop(target: DatabaseKey): Promise<void> {
    this.#end('stop', target)
  }

  async remove(target: DatabaseKey): Promise<void> {
    this.#end('remove', target)
    this.made.delete(target.id)
  }

  async watch(target: DatabaseKey): Promise<void> {
    this.#end('watch', target)
  }

  onKnock(listener: (ref: string) => Promise<unknown>): void {
    this.#knocked = listener
  }

  /** As when a program connects to the port of a closed database. */
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

  #end(step: 'stop' | 'remove' | 'watch', target: DatabaseKey): void {
    this.log.push(`${step} ${target.id}`)
    this.ended.push(target)
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
