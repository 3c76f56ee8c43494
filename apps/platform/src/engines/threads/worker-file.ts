/** The files of the worker threads: their sources, or files beside the bundle when built. */

export type WorkerName =
  | 'pglite-worker'
  | 'json-worker'
  | 'judge-worker'
  | 'text-worker'
  | 'api-worker'
  | 'line-worker'

export interface WorkerFile {
  url: URL
  /** What Node needs to run it. */
  execArgv: string[]
  /** Arguments for the thread; built ones need none. */
  argv: string[]
}

/** The build puts each worker into a file of its name, next to the one that holds this function. */
export function workerFile(name: WorkerName): WorkerFile {
  return import.meta.url.endsWith('.ts')
    ? {
        url: new URL('./source-worker.mjs', import.meta.url),
        execArgv: ['--conditions=@basedeck/source'],
        argv: [name],
      }
    : { url: new URL(`./${name}.js`, import.meta.url), execArgv: [], argv: [] }
}
