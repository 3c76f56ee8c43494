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
  /** Does one step and writes it down, in one transaction. */
  perform(step: One): Promise<void>
}

/**
 * Each step is a transaction, so that a program that is killed leaves whole steps.
 * @throws EngineError `version` when a newer program has done steps that are not known here
 */
export async function runSteps<One extends Step>(
  { newer, journal, ask, perform }: Stepped<One>,
  steps: readonly One[],
): Promise<void> {
  const newest = steps.at(-1)?.id ?? 0
  const done = await lastStep()
  if (done > newest) {
    throw new EngineError('version', newer(done, newest))
  }
  for (const step of steps) {
    if (step.id <= done) continue
    try {
      await perform(step)
    } catch (error) {
      // Another process that shares the database was faster.
      if ((await lastStep().catch(() => 0)) < step.id) throw error
    }
  }

  async function lastStep(): Promise<number> {
    if ((await ask(`select to_regclass('${journal}')`)) === null) return 0
    return Number(await ask(`select max(id) from ${journal}`))
  }
}
