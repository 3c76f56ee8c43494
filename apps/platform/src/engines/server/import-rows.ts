/** An import through one connection: the data of a COPY between statements, in one transaction. */
import { pipeline } from 'node:stream/promises'
import type { ImportRequest } from '../engine.js'
import { stopped, type StopReason } from '../session/errors.js'
import { copyInto } from './copy-in.js'
import type { Lease } from './lease.js'

/** The lease stays the caller's. @throws DatabaseError, EngineError, and what the data throws */
export async function importThrough<Value>(
  lease: Lease,
  { prepare, copy, data, finish }: Pick<ImportRequest<Value>, 'prepare' | 'copy' | 'data' | 'finish'>,
): Promise<Value> {
  const { session, run } = lease
  const { signal } = run
  const unlessStopped = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (signal.aborted) throw stopped(signal.reason as StopReason)
    try {
      return await work()
    } catch (error) {
      throw signal.aborted ? stopped(signal.reason as StopReason) : error
    }
  }
  const steps = {
    ask: (sql: string) => unlessStopped(() => session.ask(sql)),
    impersonate: (role: Parameters<typeof session.impersonate>[0]) =>
      unlessStopped(() => session.impersonate(role)),
  }
  await steps.ask('begin')
  await prepare(steps)
  const rows = await unlessStopped(async () => {
    const { sink, rows: stored } = copyInto({ ...lease, end: () => {} }, copy)
    const given = watched(data)
    // It may wait for data that never comes; what COPY says is the end.
    const sent = pipeline(given.data, sink, { signal }).catch(() => {})
    const copied = await stored.catch((error: unknown) => {
      throw given.failure ? given.failure.reason : error
    })
    await sent
    return copied
  })
  const { commits, value } = await finish(steps, rows)
  await steps.ask(commits ? 'commit' : 'rollback')
  return value
}

/** Keeps the error of the data: the sink only says that it was given up. */
function watched(data: AsyncIterable<Uint8Array>) {
  const given: { data: AsyncIterable<Uint8Array>; failure?: { reason: unknown } } = { data: read() }
  async function* read() {
    try {
      yield* data
    } catch (reason) {
      given.failure = { reason }
      throw reason
    }
  }
  return given
}
