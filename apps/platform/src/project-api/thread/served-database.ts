/** How the thread of the projects' API works in a database that the platform has opened. */
import { EngineError, type Database, type IsKept, type ServeRequest } from '../../engines/engine.js'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import type { ChangesSignIn, SignIn } from '../../engines/server/sign-in.js'
import { databaseText } from '../../text/databases.js'

/** `serve`: by calls of `serveIn`. @throws EngineError no-service */
export async function signInTo(database: Database): Promise<SignIn | 'serve'> {
  if (!database.serviceSignIn) return 'serve'
  const signIn = await database.serviceSignIn()
  if (!signIn) throw new EngineError('no-service', databaseText.noService)
  return signIn
}

/** @throws EngineError */
export async function changesSignInTo(database: Database): Promise<ChangesSignIn | 'queue'> {
  return (await database.changesSignIn?.()) ?? 'queue'
}

/** @throws DatabaseError, EngineError */
export async function serveIn(
  database: Database,
  request: ServeRequest,
  isKept: IsKept | undefined,
): Promise<PipelineResult[]> {
  if (!database.serve) throw new EngineError('lost', databaseText.ended)
  return database.serve(request, isKept)
}

/** Longer than the thread's pause between two reports of use. */
const USE_MS = 10_000

/** The thread's own sessions are no runs of the database: without this an answering database would be closed. */
export function holdInUse(database: Database): void {
  const endUse = database.use()
  setTimeout(endUse, USE_MS).unref()
}
