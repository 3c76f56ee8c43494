import { expect, test } from 'vitest'
import { runSteps, type Step } from './run-steps.js'

/** A database in memory: its journal is a list, absent before the first step. */
function database({
  done = undefined as number[] | undefined,
  fails = undefined as number | undefined,
} = {}) {
  const performed: number[] = []
  const transactions: number[][] = []
  let journal = done
  return {
    performed,
    transactions,
    set journal(ids: number[] | undefined) {
      journal = ids
    },
    stepped: {
      newer: (step: number, newest: number) => `newer: ${step}, not ${newest}`,
      journal: 'a.steps',
      ask: async (query: string) => {
        if (query.includes('to_regclass')) return journal ? 'a.steps' : null
        return journal && journal.length > 0 ? String(Math.max(...journal)) : null
      },
      perform: async (together: readonly Step[]) => {
        const ids = together.map(({ id }) => id)
        const failed = ids.find((id) => id === fails)
        if (failed !== undefined) throw new Error(`step ${failed} failed`)
        transactions.push(ids)
        performed.push(...ids)
        journal = [...(journal ?? []), ...ids]
      },
    },
  }
}
const steps = [1, 2, 3].map((id) => ({ id, name: `step ${id}` }))

test.each([
  ['without a journal', undefined, [1, 2, 3]],
  ['with an empty journal', [], [1, 2, 3]],
  ['after the first step', [1], [2, 3]],
  ['at the newest', [1, 2, 3], []],
])('%s it does the steps that are missing', async (_, done, expected) => {
  const { stepped, performed } = database({ done })
  await runSteps(stepped, steps)
  expect(performed).toEqual(expected)
})

test('one that a newer program changed is refused, and nothing is done', async () => {
  const { stepped, performed } = database({ done: [1, 2, 3, 4] })
  await expect(runSteps(stepped, steps)).rejects.toMatchObject({
    code: 'version',
    message: 'newer: 4, not 3',
  })
  expect(performed).toEqual([])
})

test('the steps of a new database are one transaction, later ones one each', async () => {
  const fresh = database()
  await runSteps(fresh.stepped, steps)
  expect(fresh.transactions).toEqual([[1, 2, 3]])
  const older = database({ done: [1] })
  await runSteps(older.stepped, steps)
  expect(older.transactions).toEqual([[2], [3]])
})

test('a step that fails ends the run; those before it are done', async () => {
  const { stepped, performed } = database({ done: [1], fails: 3 })
  await expect(runSteps(stepped, steps)).rejects.toThrow('step 3 failed')
  expect(performed).toEqual([2])
})

test('a step that another process did meanwhile is no failure', async () => {
  const made = database({ done: [1], fails: 2 })
  const { perform } = made.stepped
  const raced = {
    ...made.stepped,
    perform: async (together: readonly Step[]) => {
      if (together[0]?.id === 2) made.journal = [1, 2]
      await perform(together)
    },
  }
  await runSteps(raced, steps)
  expect(made.performed).toEqual([3])
})

test('what an older process began meanwhile in a new database is finished', async () => {
  const made = database()
  const { perform } = made.stepped
  let isFirst = true
  const raced = {
    ...made.stepped,
    perform: async (together: readonly Step[]) => {
      if (!isFirst) return perform(together)
      isFirst = false
      made.journal = [1, 2]
      throw new Error('it is there already')
    },
  }
  await runSteps(raced, steps)
  expect(made.transactions).toEqual([[3]])
})
