/** Sends the directory of a database that is not running: of a project, or of the control plane. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { join } from 'node:path'
import { stopOrphan } from './cluster/server-process.js'
import type { FileSink } from './file-sink.js'
import { projectDirectory } from './project-directory.js'
import { sendDirectory, type Sending } from './send-directory.js'

/** `sendAtRest` for a project. */
export async function sendProjectAtRest(dataDir: string, id: DatabaseId, sink: FileSink): Promise<void> {
  await sendAtRest(projectDirectory(dataDir, id), `projects/${id}`, sink)
}

/**
 * Stops a server that outlived its program first.
 * @param directory holds `pg` or `pglite`
 * @param name its name in the backup
 */
export async function sendAtRest(directory: string, name: string, sink: FileSink): Promise<void> {
  await stopOrphan(join(directory, 'pg'))
  await sendDirectory(sink, name, directory, atRest)
}

/**
 * Without what belongs to a running server, to its log that is handed out, to an unfinished database, or to an import or
 * export under way, and without files of users: those are sent after the database, which names them.
 */
export function atRest(path: string): Sending {
  const isPassing =
    /^(run|spool|objects|uploads|wal-out|wal-line|pg\.log(\.1)?)$/.test(path) ||
    /^pg(lite)?[^/]*\.new(\.password)?$/.test(path) ||
    /\/postmaster\.(pid|opts)$/.test(path)
  return isPassing ? 'nothing' : 'whole'
}
