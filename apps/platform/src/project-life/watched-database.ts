/** Wraps a database to report when it can't be reached, because a server added by URL is only contacted by use. */
import type { Database } from '../engines/engine.js'

/** `onError` is called with every error; the caller gets the error too. */
export function watchedDatabase(database: Database, onError: (error: unknown) => void): Database {
  const heard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      onError(error)
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
    ...(database.runsAsSuperuser && { runsAsSuperuser: true }),
    ...(database.hasSuperuserUrl && { hasSuperuserUrl: true }),
    ...(database.mayCreateDatabases === false && { mayCreateDatabases: false }),
    run: (request) => heard(database.run(request)),
    batch: (request) => heard(database.batch(request)),
    cancel: (runId) => database.cancel(runId),
    progress: (runId) => database.progress(runId),
    running: () => heard(database.running()),
    cancelRunning: (id) => heard(database.cancelRunning(id)),
    async *stream(request) {
      try {
        yield* database.stream(request)
      } catch (error) {
        onError(error)
        throw error
      }
    },
    copyIn: (sql) => heard(database.copyIn(sql)),
    ...(database.largestImportBytes !== undefined && { largestImportBytes: database.largestImportBytes }),
    importRows: (request) => heard(database.importRows(request)),
    ...(signIn && { serviceSignIn: () => heard(signIn()) }),
    ...(changes && { changesSignIn: () => heard(changes()) }),
    ...(owner && { ownerSignIn: () => heard(owner()) }),
    ...(serve && { serve: (request, isKept) => heard(serve(request, isKept)) }),
    scratch: () => heard(database.scratch()),
    use: () => database.use(),
    busyMs: () => database.busyMs(),
    ...(database.turns && { turns: database.turns }),
    close: () => database.close(),
  }
}
