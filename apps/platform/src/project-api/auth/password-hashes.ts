/**
 * Hashes of passwords. New ones are argon2id where its module loads, else bcrypt; both are read wherever they came from. They are
 * computed on threads of the modules, a few at a time; who would have to wait for too long is refused.
 */
import { availableParallelism } from 'node:os'
import { AuthError } from './auth-error.js'
import { createTurns } from './turns.js'

export interface PasswordHashes {
  /** @throws AuthError over_request_rate_limit */
  make(password: string): Promise<string>
  /** Null: there is no such user, or no password. The same time is spent, and the answer is no. @throws AuthError over_request_rate_limit */
  is(password: string, hash: string | null): Promise<boolean>
}

/** 19 MiB and two passes: what OWASP asks for at least. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const BCRYPT_COST = 12
/** What an imported hash may cost, so that one row can't hold a thread for minutes. */
const MOST = { memoryKiB: 262_144, passes: 20, threads: 8, bcryptCost: 15 }
/** Hashes that wait, for each one that is computed. */
const WAITING = 64
/** More threads than this are needed by files of the same process. */
const MOST_AT_ONCE = 3
const BCRYPT_BYTES = 72

interface Method {
  make(password: string): Promise<string>
  is(password: string, hash: string): Promise<boolean>
}

export function createPasswordHashes(
  atOnce = Math.min(availableParallelism(), MOST_AT_ONCE),
): PasswordHashes {
  const methods = { argon2: loaded(argon2Method), bcrypt: loaded(bcryptMethod) }
  const take = createTurns(atOnce, atOnce * WAITING)
  let dummy: Promise<string> | undefined

  async function newest(): Promise<Method> {
    const method = (await methods.argon2()) ?? (await methods.bcrypt())
    if (!method)
      throw new AuthError('unexpected_failure', { message: 'No module for hashing passwords loads' })
    return method
  }
  const make = async (password: string): Promise<string> => (await newest()).make(password)

  return {
    make: (password) => take(() => make(password)),
    is: (password, hash) =>
      take(async () => {
        const kind = hash === null ? undefined : hashKind(hash)
        const method = kind && (await methods[kind]())
        if (hash !== null && method) return method.is(password, hash)
        dummy ??= make('nobody has it')
        await (await newest()).is(password, await dummy)
        return false
      }),
  }
}

/** Which method reads a hash. Undefined: none, or it would cost too much. */
export function hashKind(hash: string): 'argon2' | 'bcrypt' | undefined {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./0-9A-Za-z]{53}$/.exec(hash) ?? []
  if (cost !== undefined) return Number(cost) <= MOST.bcryptCost ? 'bcrypt' : undefined
  const [, memory, passes, threads] =
    /^\$argon2(?:id|i)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[+/0-9A-Za-z]+\$[+/0-9A-Za-z]+$/.exec(hash) ?? []
  const isCheap =
    Number(memory) <= MOST.memoryKiB && Number(passes) <= MOST.passes && Number(threads) <= MOST.threads
  return isCheap ? 'argon2' : undefined
}

async function argon2Method(): Promise<Method> {
  const { hash, verify } = await import('@node-rs/argon2')
  return { make: (password) => hash(password, ARGON2), is: (password, known) => verify(known, password) }
}

async function bcryptMethod(): Promise<Method> {
  const { hash, verify } = await import('@node-rs/bcrypt')
  return {
    make: (password) => hash(password, { cost: BCRYPT_COST }),
    // bcrypt cuts in silence: a longer password is another one.
    is: async (password, known) =>
      (await verify(password, known)) && Buffer.byteLength(password) <= BCRYPT_BYTES,
  }
}

/** A module is loaded when it is first needed. Undefined: there is none for this machine. */
function loaded(load: () => Promise<Method>): () => Promise<Method | undefined> {
  let method: Promise<Method | undefined> | undefined
  return () => (method ??= load().catch(() => undefined))
}
