/** Counts what runs in the databases of the projects, and how it ends. */
import { DatabaseError, type Database } from '../engines/engine.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { PlatformMetrics, RunOutcomeName } from './platform-metrics.js'

export function createMeasuredLife(life: ProjectLife, metrics: Pick<PlatformMetrics, 'onRun'>): ProjectLife {
  const measured = new WeakMap<Database, Database>()
  return {
    ...life,
    async database(ref) {
      const database = await life.database(ref)
      const known = measured.get(database) ?? measuredDatabase(database, metrics)
      measured.set(database, known)
      return known
    },
  }
}

function measuredDatabase(database: Database, metrics: Pick<PlatformMetrics, 'onRun'>): Database {
  const counted = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const end = metrics.onRun()
    try {
      const value = await work()
      end('done')
      return value
    } catch (error) {
      end(outcomeOf(error))
      throw error
    }
  }
  const signIn = database.serviceSignIn?.bind(database)
  const changes = database.changesSignIn?.bind(database)
  const owner = database.ownerSignIn?.bind(database)
  const serve = database.serve?.bind(database)
  return {
    id: database.id,
    get versionNumber() {
      return database.versionNumber
    },
    ...(database.ownerLogin && { ownerLogin: database.ownerLogin }),
    run: (request) => counted(() => database.run(request)),
    batch: (request) => counted(() => database.batch(request)),
    cancel: (runId) => database.cancel(runId),
    progress: (runId) => database.progress(runId),
    running: () => database.running(),
    cancelRunning: (id) => database.cancelRunning(id),
    async *stream(request) {
      const end = metrics.onRun()
      let outcome: RunOutcomeName = 'cancelled'
      try {
        yield* database.stream(request)
        outcome = 'done'
      } catch (error) {
        outcome = outcomeOf(error)
        throw error
      } finally {
        // A disconnecting reader ends it without an error.
        end(outcome)
      }
    },
    copyIn: (sql) => database.copyIn(sql),
    ...(database.largestImportBytes !== undefined && { largestImportBytes: database.largestImportBytes }),
    importRows: (request) => counted(() => database.importRows(request)),
    ...(signIn && { serviceSignIn: () => signIn() }),
    ...(changes && { changesSignIn: () => changes() }),
    ...(owner && { ownerSignIn: () => owner() }),
    ...(serve && { serve: (request, isKept) => counted(() => serve(request, isKept)) }),
    scratch: () => database.scratch(),
    use: () => database.use(),
    busyMs: () => database.busyMs(),
    ...(database.turns && { turns: database.turns }),
    close: () => database.close(),
  }
}

/** PostgreSQL's `query_canceled`: by a person, or by the time that the run may take. */
const CANCELLED = '57014'

export function outcomeOf(error: unknown): RunOutcomeName {
  if (!(error instanceof DatabaseError)) return 'failed'
  return error.report.code === CANCELLED ? 'cancelled' : 'refused'
}
