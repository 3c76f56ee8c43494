/**
 * A file system for PGlite that flushes when PostgreSQL asks for it. PGlite's own has no fsync, so a power cut could
 * lose committed data.
 */
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeSync, fsyncSync, openSync } from 'node:fs'

type Init = Awaited<ReturnType<NodeFS['init']>>
type Pglite = Parameters<NodeFS['init']>[0]
type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/** An open file or directory in Emscripten's file system for Node; internals of the pinned version. */
interface NodeFiles {
  stream_ops: { fsync?(stream: OpenFile): number }
  realPath(node: unknown): string
}

interface OpenFile {
  node: unknown
  /** Node's descriptor; a directory has none. */
  nfd?: number
}

interface WithFiles {
  FS: { filesystems: { NODEFS: NodeFiles } }
}

export class SyncingFiles extends NodeFS {
  override async init(postgres: Pglite, options: EmscriptenOptions): Promise<Init> {
    const { emscriptenOpts } = await super.init(postgres, options)
    const addSync = (module: unknown) => {
      const files = (module as WithFiles).FS.filesystems.NODEFS
      files.stream_ops.fsync = (stream) => {
        flush(stream, files)
        return 0
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } as never,
    }
  }
}

function flush(stream: OpenFile, files: NodeFiles): void {
  if (stream.nfd !== undefined) return fsyncSync(stream.nfd)
  const descriptor = openSync(files.realPath(stream.node), 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
