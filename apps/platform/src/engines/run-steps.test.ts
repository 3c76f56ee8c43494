import { expect, test } from 'vitest'
import { runSteps, type Step } from './run-steps.js'

/** A database in memory: its journal is a list, absent before the first step. */
function database({
  done = undefined as number[] | undefined,
  fails = undefined as number | undefined,
} = {}) {
  const performed: number[] = []
  let journal = done
  return {
    performed,
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
      perform: async ({ id }: Step) => {
        if (id === fails) throw new Error(`step ${id} failed`)
        performed.push(id)
        journal = [...(journal ?? []), id]
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

test('a step that fails ends the run; those before it are done', async () => {
  const { stepped, performed } = database({ fails: 2 })
  await expect(runSteps(stepped, steps)).rejects.toThrow('step 2 failed')
  expect(performed).toEqual([1])
})

test('a step that another process did meanwhile is no failure', async () => {
  const made = database({ done: [1], fails: 2 })
  const { perform } = made.stepped
  const raced = {
    ...made.stepped,
    perform: async (step: Step) => {
      if (step.id === 2) made.journal = [1, 2]
      await perform(step)
    },
  }
  await runSteps(raced, steps)
  expect(made.performed).toEqual([3])
})
