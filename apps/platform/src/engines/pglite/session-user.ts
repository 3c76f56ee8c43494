/**
 * Who the one session of PGlite acts as. PGlite signs in as the superuser that initdb made, and whoever signed in as a
 * superuser may always go back to being one by SET SESSION AUTHORIZATION. So the place in PostgreSQL's memory that
 * remembers who signed in is found and set to the owner: from then on PostgreSQL itself refuses, as it does on a
 * server. That it refuses is tried each time; a session where it doesn't is never handed out.
 */
import { DatabaseError, EngineError, type Actor } from '../engine.js'
import { adminRole, ownerRole } from '../roles.js'
import type { Session } from '../session/session.js'
import type { EmbeddedPostgres } from './embedded-postgres.js'

/** The oid of the superuser that initdb makes. */
const bootstrapOid = 10

/** How far, in words, the remembered sign-in may lie from the session's current user. */
const reachWords = 32

export class SessionUser {
  readonly #postgres: EmbeddedPostgres
  readonly #session: Session
  #actor: Actor = 'admin'
  #ownerOid = 0
  /** Index into the memory of the oid that signed in. */
  #signedIn: number | undefined

  constructor(postgres: EmbeddedPostgres, session: Session) {
    this.#postgres = postgres
    this.#session = session
  }

  /** @throws EngineError when the owner can't be kept from becoming superuser */
  async become(actor: Actor): Promise<void> {
    if (actor === this.#actor) return
    if (actor === 'admin') await this.#becomeAdmin()
    else await this.#becomeOwner()
    this.#actor = actor
  }

  async #becomeAdmin(): Promise<void> {
    this.#remember(bootstrapOid)
    await this.#setUser(adminRole)
  }

  async #becomeOwner(): Promise<void> {
    if (this.#signedIn === undefined) this.#signedIn = await this.#findSignedIn()
    await this.#setUser(ownerRole)
    this.#remember(this.#ownerOid)
    if (!(await this.#isRefused(adminRole))) throw noProtection()
  }

  #remember(oid: number): void {
    if (this.#signedIn !== undefined) this.#postgres.memory[this.#signedIn] = oid
  }

  /** Three words hold the session's, the outer and the current user; the one who signed in stands nearby. */
  async #findSignedIn(): Promise<number> {
    await this.#setUser(ownerRole)
    this.#ownerOid = Number((await this.#session.ask(`select '${ownerRole}'::regrole::oid`))[0]?.[0])
    const owned = wordsEqual(this.#postgres.memory, this.#ownerOid)
    await this.#setUser(adminRole)
    const { memory } = this.#postgres
    const current = owned.filter((index) => memory[index] === bootstrapOid)
    const first = current.find((index) => current.includes(index + 1) && current.includes(index + 2))
    if (first === undefined) throw noProtection()
    for (const candidate of neighbours(first, memory)) {
      if (await this.#protects(candidate)) return candidate
    }
    throw noProtection()
  }

  async #protects(candidate: number): Promise<boolean> {
    await this.#setUser(ownerRole)
    this.#postgres.memory[candidate] = this.#ownerOid
    const refused = await this.#isRefused(adminRole)
    this.#postgres.memory[candidate] = bootstrapOid
    if (refused) await this.#setUser(adminRole)
    return refused
  }

  async #isRefused(role: string): Promise<boolean> {
    try {
      await this.#setUser(role)
      return false
    } catch (error) {
      return error instanceof DatabaseError && error.report.code === '42501'
    }
  }

  async #setUser(role: string): Promise<void> {
    await this.#session.ask(`set session authorization "${role}"`)
  }
}

/** Static data lies at the beginning of the memory. */
const staticWords = 4 * 1024 * 1024

function wordsEqual(memory: Uint32Array, value: number): number[] {
  const found: number[] = []
  const searched = memory.subarray(0, staticWords)
  for (let index = searched.indexOf(value); index !== -1; index = searched.indexOf(value, index + 1))
    found.push(index)
  return found
}

function neighbours(first: number, memory: Uint32Array): number[] {
  const all = Array.from({ length: 2 * reachWords + 3 }, (_, step) => first - reachWords + step)
  return all.filter((index) => (index < first || index > first + 2) && memory[index] === bootstrapOid)
}

function noProtection(): EngineError {
  return new EngineError(
    'unsupported',
    'The embedded PostgreSQL can’t keep its users from becoming superuser; it is not used.',
  )
}
