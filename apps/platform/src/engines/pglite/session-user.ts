/**
 * Sets the user of PGlite's session. PGlite signs in as the superuser that initdb made, and a session that signed in
 * as a superuser may always return to that by SET SESSION AUTHORIZATION. So this finds the variable in PostgreSQL's
 * memory that stores the signed-in user, and sets it to the owner, the reader or the services. From then on PostgreSQL itself
 * refuses, as on a server. The refusal is tested each time; a session that does not refuse is never used.
 */
import { DatabaseError, EngineError, type Actor } from '../engine.js'
import { ADMIN_ROLE, OWNER_ROLE, READER_ROLE, SERVICE_ROLE } from '../roles.js'
import type { Session } from '../session/session.js'
import type { EmbeddedPostgres } from './embedded-postgres.js'
import { engineText } from '../../text/engines.js'

/** The oid of the superuser that initdb makes. */
const BOOTSTRAP_OID = 10

const ROLE_OF: Readonly<Record<Actor, string>> = {
  admin: ADMIN_ROLE,
  owner: OWNER_ROLE,
  reader: READER_ROLE,
  service: SERVICE_ROLE,
}

/** The greatest distance, in words, between the signed-in user and the current user in memory. */
const REACH_WORDS = 32

export class SessionUser {
  readonly #postgres: EmbeddedPostgres
  readonly #session: Session
  #actor: Actor | undefined = 'admin'
  /** Memory index of the signed-in user's oid. */
  #signedIn: number | undefined

  constructor(postgres: EmbeddedPostgres, session: Session) {
    this.#postgres = postgres
    this.#session = session
  }

  /** @throws EngineError when the actor can't be kept from becoming superuser */
  async become(actor: Actor): Promise<void> {
    if (actor === this.#actor) return
    // Unknown until all steps are done, so that a failed attempt starts over.
    this.#actor = undefined
    this.#remember(BOOTSTRAP_OID)
    await this.#setUser(ADMIN_ROLE)
    if (actor !== 'admin') await this.#signInAs(actor)
    this.#actor = actor
  }

  async #signInAs(actor: Exclude<Actor, 'admin'>): Promise<void> {
    if (this.#signedIn === undefined) this.#signedIn = await this.#findSignedIn()
    const oid = await this.#oidOf(actor)
    await this.#setUser(ROLE_OF[actor])
    this.#remember(oid)
    if (!(await this.#isRefused(ADMIN_ROLE))) throw noProtection()
    if (actor !== 'owner' && !(await this.#isRefused(OWNER_ROLE))) throw noProtection()
  }

  /** Queried each time, because a role can be dropped and created again. */
  async #oidOf(actor: Exclude<Actor, 'admin'>): Promise<number> {
    const [row] = await this.#session.ask(`select '${ROLE_OF[actor]}'::pg_catalog.regrole::oid`)
    return Number(row?.[0])
  }

  #remember(oid: number): void {
    if (this.#signedIn !== undefined) this.#postgres.memory[this.#signedIn] = oid
  }

  /** Three adjacent words contain the session, outer and current user; the signed-in user is near them. */
  async #findSignedIn(): Promise<number> {
    const ownerOid = await this.#oidOf('owner')
    await this.#setUser(OWNER_ROLE)
    const owned = wordsEqual(this.#postgres.memory, ownerOid)
    await this.#setUser(ADMIN_ROLE)
    const { memory } = this.#postgres
    const current = owned.filter((index) => memory[index] === BOOTSTRAP_OID)
    const first = current.find((index) => current.includes(index + 1) && current.includes(index + 2))
    if (first === undefined) throw noProtection()
    for (const candidate of neighbours(first, memory)) {
      if (await this.#protects(candidate, ownerOid)) return candidate
    }
    throw noProtection()
  }

  async #protects(candidate: number, ownerOid: number): Promise<boolean> {
    await this.#setUser(OWNER_ROLE)
    this.#postgres.memory[candidate] = ownerOid
    const refused = await this.#isRefused(ADMIN_ROLE)
    this.#postgres.memory[candidate] = BOOTSTRAP_OID
    if (refused) await this.#setUser(ADMIN_ROLE)
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

/** Static data is at the beginning of the memory. */
const STATIC_WORDS = 4 * 1024 * 1024

function wordsEqual(memory: Uint32Array, value: number): number[] {
  const found: number[] = []
  const searched = memory.subarray(0, STATIC_WORDS)
  for (let index = searched.indexOf(value); index !== -1; index = searched.indexOf(value, index + 1))
    found.push(index)
  return found
}

function neighbours(first: number, memory: Uint32Array): number[] {
  const all = Array.from({ length: 2 * REACH_WORDS + 3 }, (_, step) => first - REACH_WORDS + step)
  return all.filter((index) => (index < first || index > first + 2) && memory[index] === BOOTSTRAP_OID)
}

function noProtection(): EngineError {
  return new EngineError('unsupported', engineText.embeddedUnprotected)
}
