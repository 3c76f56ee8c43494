import { expect, test } from 'vitest'
import type { QueuedChange, QueueStep, QueueTaken } from '../realtime-host.js'
import { queueSource } from './queue-source.js'

const change = (id: number): QueuedChange => ({
  id,
  oid: 1,
  type: 'INSERT',
  at: '2026-01-01T00:00:00Z',
  columns: ['id'],
  record: [String(id)],
  old: null,
})

test('what was handed out before the database was closed does not come again', async () => {
  const steps: QueueStep[] = []
  const answers: (QueueTaken | Error)[] = [
    { snapshot: '10:10:', changes: [] },
    { snapshot: '12:12:', changes: [change(1), change(2)] },
    new Error('The database is closed.'),
    { snapshot: '20:20:', changes: [] },
    { snapshot: '12:12:', changes: [change(3)] },
    { snapshot: '12:12:', changes: [] },
    { snapshot: '20:20:', changes: [change(4)] },
    new Error('The database is closed.'),
  ]
  const open = queueSource({
    ref: 'shop',
    isAlone: true,
    host: {
      async changeQueue(_ref, step) {
        steps.push(step)
        const answer = answers.shift()
        if (!answer || answer instanceof Error) throw answer ?? new Error('Nothing more was expected.')
        return answer
      },
    },
  })
  const heard: (string | null | undefined)[] = []
  const untilLost = async () => {
    let opened: unknown
    await new Promise<void>((resolve) => {
      opened = open({
        take: async (changes) => void heard.push(...changes.map(({ record }) => record?.get('id'))),
        lost: () => resolve(),
      })
    })
    return (await (opened as ReturnType<typeof open>)).continuation
  }
  expect([await untilLost(), await untilLost()]).toEqual(['new', 'continued'])
  expect(heard).toEqual(['1', '2', '3', '4'])
  expect(
    steps.flatMap((step) => (step.type === 'take' ? [[step.since, step.until, step.after]] : [])),
  ).toEqual([
    ['10:10:', undefined, 0],
    ['10:10:', '12:12:', 2],
    ['10:10:', '12:12:', 2],
    ['10:10:', '12:12:', 3],
    ['12:12:', undefined, 0],
    ['12:12:', '20:20:', 4],
  ])
})
