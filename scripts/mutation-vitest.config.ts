/** Vitest as Stryker runs it: the tests of one group, `BASEDECK_MUTATION_TESTS`. */
import base from '../vitest.config.ts'

const { test, ...rest } = base

export default {
  ...rest,
  test: { ...test, include: JSON.parse(process.env.BASEDECK_MUTATION_TESTS ?? '[]'), globalSetup: [] },
}
