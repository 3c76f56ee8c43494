/** Where the worker's program lies: beside this file in source, beside the bundle when built. */

export interface WorkerFile {
  url: URL
  /** What Node needs to run it. */
  execArgv: string[]
}

/** The build puts the worker into `pglite-worker.js`, next to the file that holds this function. */
export function workerFile(): WorkerFile {
  return import.meta.url.endsWith('.ts')
    ? { url: new URL('./source-worker.mjs', import.meta.url), execArgv: ['--conditions=@basedeck/source'] }
    : { url: new URL('./pglite-worker.js', import.meta.url), execArgv: [] }
}
