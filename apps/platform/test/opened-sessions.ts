/** Sessions of services over a running app, in the thread of the test. */
import type { IsKept } from '../src/engines/engine.js'
import { createProjectSessions, type ProjectSessions } from '../src/project-api/sessions/project-sessions.js'
import { holdInUse, serveIn, signInTo } from '../src/project-api/thread/served-database.js'
import type { RunningApp } from './running-app.js'

export function openSessions({ life }: Pick<RunningApp, 'life'>): ProjectSessions {
  const sessions: ProjectSessions = createProjectSessions({
    signIn: async (ref) => signInTo(await life.database(ref)),
    async serve(ref, request, isDecided) {
      const isKept: IsKept = (results) => sessions.isKept(request.runId, results)
      return serveIn(await life.database(ref), request, isDecided ? isKept : undefined)
    },
    cancel: async (ref, runId) => (await life.database(ref)).cancel(runId),
    used: (ref) => void life.database(ref).then(holdInUse, () => {}),
  })
  return sessions
}
