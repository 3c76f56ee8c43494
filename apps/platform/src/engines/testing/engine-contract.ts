/** What every engine promises. One suite, run against each of them. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database, Engine, RunOutcome, RunRequest } from '../engine.js'
import { describeBatches } from './contract-batches.js'
import { describeCancelling } from './contract-cancelling.js'
import { describeCaps } from './contract-caps.js'
import { describeDumps } from './contract-dumps.js'
import { describeEdits } from './contract-edits.js'
import { describeSaveOrder } from './contract-save-order.js'
import { describeErrors } from './contract-errors.js'
import { describeImpersonation } from './contract-impersonation.js'
import { describePolicies } from './contract-policies.js'
import { describeReader } from './contract-reader.js'
import { describeReadOnly } from './contract-read-only.js'
import { describeResets } from './contract-resets.js'
import { describeResults } from './contract-results.js'
import { describeRowPages } from './contract-row-pages.js'
import { describeRoles } from './contract-roles.js'
import { describeRunning } from './contract-running.js'
import { describeScripts } from './contract-scripts.js'
import { describeServices } from './contract-services.js'
import { describeStreams } from './contract-streams.js'
import { describeValues } from './contract-values.js'
import { framedRun } from './framed-run.js'
import { newRunId, type Subject } from './subject.js'

/** An engine made for one suite. */
export interface EngineUnderTest {
  engine: Engine
  /** Removes what was made for it, after `engine.close()`. */
  cleanup(): Promise<void>
}

const runPlainly = (database: Database, request: RunRequest): Promise<RunOutcome> => database.run(request)

/** `hasReader`: whether its databases have the logins of read-only members and of services; default true. */
export function describeEngineContract(
  name: string,
  makeEngine: () => Promise<EngineUnderTest>,
  { hasReader = true }: { hasReader?: boolean } = {},
): void {
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
    const subjectOf = (run: typeof runPlainly): Subject => {
      const subject: Subject = {
        get database() {
          if (!opened) throw new Error('The engine is not open.')
          return opened
        },
        run: (query, more) => run(subject.database, { runId: newRunId(), query, ...more }),
        rows: async (query, more) => (await subject.run(query, more)).results.at(-1)?.rows ?? [],
        value: async (query, more) => (await subject.rows(query, more))[0]?.[0] ?? null,
      }
      return subject
    }
    const subject = subjectOf(runPlainly)
    describe.each([
      ['as a whole', subject],
      ['in frames', subjectOf(framedRun)],
    ])('%s', (_form, subject) => {
      describeResults(subject)
      describeValues(subject)
      describeErrors(subject)
      describeCaps(subject)
      describeReadOnly(subject)
      if (hasReader) describeReader(subject)
    })
    describeBatches(subject)
    if (hasReader) describeServices(subject)
    describeEdits(subject)
    describeSaveOrder(subject)
    describeRowPages(subject)
    describeRoles(subject)
    describeImpersonation(subject)
    describePolicies(subject)
    describeResets(subject)
    describeScripts(subject)
    describeDumps(subject)
    describeStreams(subject)
    describeCancelling(subject)
    describeRunning(subject)
  })
}
