/** Sends a directory and its contents into a backup. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engine.js'
import type { FileSink } from './file-sink.js'
import { engineText } from '../text/engines.js'

/** Whether to send it: `whole`, an `empty` directory, or nothing of it. */
export type Sending = 'whole' | 'empty' | 'nothing'

/**
 * Sends nothing when there is no such directory; files deleted meanwhile are left out.
 * @param name of the directory in the backup
 * @param choose is given the path below `directory`, with `/`
 * @throws EngineError `unsupported` at a link, because its target would be missing in the backup
 */
export async function sendDirectory(
  sink: FileSink,
  name: string,
  directory: string,
  choose: (path: string) => Sending = () => 'whole',
): Promise<void> {
  await send(directory, '')

  async function send(from: string, below: string): Promise<void> {
    const entries = await readdir(from, { withFileTypes: true }).catch(ifThere)
    const mode = await stat(from).then(({ mode: all }) => all, ifThere)
    if (!entries || mode === undefined) return
    await sink.directory(join(name, below), mode)
    if (below !== '' && choose(below) === 'empty') return
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (choose(path) === 'nothing') continue
      if (entry.isSymbolicLink()) throw linked(join(from, entry.name))
      if (entry.isDirectory()) await send(join(from, entry.name), path)
      else if (entry.isFile()) await sink.file(`${name}/${path}`, join(from, entry.name))
    }
  }
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function linked(path: string): EngineError {
  return new EngineError('unsupported', engineText.linked(path))
}
