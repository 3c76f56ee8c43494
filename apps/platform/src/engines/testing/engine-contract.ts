/** What every engine promises. One suite, run against each of them. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database, Engine, RunRequest, RunOutcome } from '../engine.js'
import { describeBatches } from './contract-batches.js'
import { describeCancelling } from './contract-cancelling.js'
import { describeCaps } from './contract-caps.js'
import { describeErrors } from './contract-errors.js'
import { describeReadOnly } from './contract-read-only.js'
import { describeResets } from './contract-resets.js'
import { describeResults } from './contract-results.js'
import { describeRoles } from './contract-roles.js'
import { describeStreams } from './contract-streams.js'
import { describeValues } from './contract-values.js'

/** An engine made for one suite. */
export interface EngineUnderTest {
  engine: Engine
  /** Removes what was made for it, after `engine.close()`. */
  cleanup(): Promise<void>
}

/** The open database of a suite, with the short forms its tests are written in. */
export interface Subject {
  readonly database: Database
  /** Runs as the owner; the run id makes itself up. */
  run(query: string, more?: Partial<RunRequest>): Promise<RunOutcome>
  /** The rows of the last result. */
  rows(query: string, more?: Partial<RunRequest>): Promise<(string | null)[][]>
  /** The first value of the last result. */
  value(query: string, more?: Partial<RunRequest>): Promise<string | null>
}

let runs = 0

/** A run id nobody used before. */
export function newRunId(): string {
  return `contract-${++runs}`
}

export function describeEngineContract(name: string, makeEngine: () => Promise<EngineUnderTest>): void {
  describe(`engine ${name}`, () => {
    let made: EngineUnderTest | undefined
    let opened: Database | undefined
    beforeAll(async () => {
      made = await makeEngine()
      opened = await made.engine.open('default')
    })
    afterAll(async () => {
      await made?.engine.close()
      await made?.cleanup()
    })
    const subject: Subject = {
      get database() {
        if (!opened) throw new Error('The engine is not open.')
        return opened
      },
      run: (query, more) => subject.database.run({ runId: newRunId(), query, ...more }),
      rows: async (query, more) => (await subject.run(query, more)).results.at(-1)?.rows ?? [],
      value: async (query, more) => (await subject.rows(query, more))[0]?.[0] ?? null,
    }
    describeResults(subject)
    describeValues(subject)
    describeErrors(subject)
    describeCaps(subject)
    describeReadOnly(subject)
    describeBatches(subject)
    describeRoles(subject)
    describeResets(subject)
    describeStreams(subject)
    describeCancelling(subject)
  })
}
