/** Sends the directory of a project whose database nothing works on. */
import { join } from 'node:path'
import { stopOrphan } from './cluster/server-process.js'
import type { EngineRecord } from './engine-record.js'
import type { FileSink } from './file-sink.js'
import { projectDirectory } from './project-directory.js'
import { sendDirectory, type Sending } from './send-directory.js'

/** A server that outlived its program is stopped before. */
export async function sendProjectAtRest(
  dataDir: string,
  ref: string,
  engine: EngineRecord['engine'],
  sink: FileSink,
): Promise<void> {
  const directory = projectDirectory(dataDir, ref)
  if (engine === 'cluster') await stopOrphan(join(directory, 'pg'))
  await sendDirectory(sink, `projects/${ref}`, directory, ofProject)
}

/** Without what belongs to a running server, to an unfinished database, or to an import or export under way. */
export function ofProject(path: string): Sending {
  const isPassing =
    /^(run|spool|pg\.log(\.1)?)$/.test(path) ||
    /^pg(lite)?[^/]*\.new(\.password)?$/.test(path) ||
    /\/postmaster\.(pid|opts)$/.test(path)
  return isPassing ? 'nothing' : 'whole'
}
