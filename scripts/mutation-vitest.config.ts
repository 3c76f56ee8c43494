/** Vitest as Stryker runs it: the tests of one group, `BASEDECK_MUTATION_TESTS`. */
import base from '../vitest.config.ts'
import { ShortestFirst } from './test-order.mjs'

const { test, ...rest } = base

export default {
  ...rest,
  test: {
    ...test,
    include: JSON.parse(process.env.BASEDECK_MUTATION_TESTS ?? '[]'),
    globalSetup: [],
    // What is noticed by a short test does not wait for a long one.
    sequence: { sequencer: ShortestFirst },
    // A test that hangs is ended by the runner.
    runner: './scripts/mutation-runner.config.ts',
    testTimeout: 0,
    hookTimeout: 60_000,
  },
}
