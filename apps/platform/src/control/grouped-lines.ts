/**
 * Group commit for log entries: entries that arrive during a commit are committed together by the next one. A single
 * caller waits for one commit only.
 */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface GroupedLines {
  /** Resolves when the entry is committed; rejects when its group fails. */
  write(line: ControlStatement): Promise<void>
}

/** Lines of one commit. */
const GROUP_MAX = 200

interface Waiting {
  line: ControlStatement
  done(): void
  failed(error: unknown): void
}

export function createGroupedLines(control: Pick<ControlDatabase, 'append'>): GroupedLines {
  let waiting: Waiting[] = []
  let isCommitting = false

  async function commit(): Promise<void> {
    isCommitting = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP_MAX)
      waiting = waiting.slice(GROUP_MAX)
      try {
        await control.append(group.map(({ line }) => line))
        for (const { done } of group) done()
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    isCommitting = false
  }

  return {
    write: (line) =>
      new Promise((done, failed) => {
        waiting.push({ line, done, failed })
        if (!isCommitting) void commit()
      }),
  }
}
