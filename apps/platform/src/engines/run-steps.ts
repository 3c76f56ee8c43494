/** Brings a database to the newest of its numbered steps: the control plane's, or those of a project's database. */
import { EngineError } from './engine.js'

export interface Step {
  /** From 1, without gaps. */
  id: number
  name: string
}

export interface Stepped<One extends Step> {
  /** The sentence about one that a newer program has changed. */
  newer(done: number, newest: number): string
  /** The table of the steps that were done, with its schema. Absent before the first step. */
  journal: string
  /** The first value of the last result of a text of SQL. */
  ask(query: string): Promise<string | null>
  /** Does these steps and writes them down, in one transaction. */
  perform(steps: readonly One[]): Promise<void>
}

/**
 * Each step is a transaction, so that a program that is killed leaves whole steps; all steps of a new database are one.
 * @throws EngineError `version` when a newer program has done steps that are not known here
 */
export async function runSteps<One extends Step>(
  { newer, journal, ask, perform }: Stepped<One>,
  steps: readonly One[],
): Promise<void> {
  const newest = steps.at(-1)?.id ?? 0
  let done = await lastStep()
  if (done > newest) throw new EngineError('version', newer(done, newest))
  while (done < newest) {
    // The next one, though a number may be left out: a step that is passed over would never run.
    const next = steps.findIndex(({ id }) => id > done)
    const together = done === 0 ? steps : steps.slice(next, next + 1)
    try {
      await perform(together)
      done = together.at(-1)?.id ?? newest
    } catch (error) {
      const now = await lastStep().catch(() => 0)
      if (now <= done) throw error
      // Another process that shares the database was faster.
      done = now
    }
  }

  async function lastStep(): Promise<number> {
    if ((await ask(`select to_regclass('${journal}')`)) === null) return 0
    return Number(await ask(`select max(id) from ${journal}`))
  }
}
