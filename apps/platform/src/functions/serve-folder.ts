/** `basedeck functions serve`: deploys a folder, and again after each change of it, and shows the function’s lines meanwhile. */
import type { FunctionFile } from '@basedeck/platform-client/contract'
import type { OperatorAnswer } from '../config/operator-socket.js'

export interface ServeFolderDeps {
  /** @throws Error with a sentence */
  read(): Promise<{ slug: string; files: FunctionFile[] }>
  /** Undefined: no platform runs. */
  deploy(read: { slug: string; files: FunctionFile[] }): Promise<OperatorAnswer | undefined>
  /** Resolves at the next change of the folder, a moment after the last one of a burst. */
  changed(): Promise<void>
  /** Shows the lines of the function from now on; rejects or resolves when it can’t any longer. */
  follow(slug: string): Promise<unknown>
  /** @param line of an answer, or a sentence */
  show(line: string): void
  complain(sentence: string): void
  report(json: string): string[]
}

/** Ends only where no platform runs any longer: what is refused is told, and tried again after the next change. */
export async function serveFolder(deps: ServeFolderDeps): Promise<void> {
  const { read, deploy, changed, follow, show, complain, report } = deps
  let isFollowed = false
  let deployed = ''
  for (;;) {
    // What changes while it is deployed is deployed next.
    const next = changed()
    try {
      const found = await read()
      const content = JSON.stringify(found)
      // An editor writes a file several times, and others beside it.
      if (content !== deployed) {
        const answer = await deploy(found)
        if (!answer) return
        deployed = content
        if ('error' in answer) complain(answer.error)
        else {
          report(answer.lines[0] ?? '{}').forEach(show)
          if (!isFollowed) void follow(found.slug).catch((error: Error) => complain(error.message))
          isFollowed = true
        }
      }
    } catch (error) {
      complain((error as Error).message)
    }
    await next
  }
}
