import { judge } from '@basedeck/sql-guard/grammar'
import { expect, test, vi } from 'vitest'
import type { Host } from '../../ports/index.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createGrammarLayer } from './grammar-layer.js'

const { clock } = createMemoryHost('/')

/** A worker that answers as a real one does. */
function inWorker() {
  const asked: string[] = []
  const grammar: NonNullable<Host['grammar']> = {
    openJudge() {
      let say: Parameters<ReturnType<NonNullable<Host['grammar']>['openJudge']>['onAnswer']>[0] = () => {}
      return {
        post({ id, sql }) {
          asked.push(sql)
          void judge(sql).then((judgement) => say({ type: 'judgement', id, judgement }))
        },
        onAnswer: (listener) => void (say = listener),
        onFailure: () => undefined,
        end: () => undefined,
      }
    },
  }
  return { asked, layer: createGrammarLayer({ clock, grammar }) }
}

test.each([
  ['in a worker', () => inWorker().layer],
  ['where the deck runs', () => createGrammarLayer({ clock })],
])('what the grammar finds %s', async (_, open) => {
  const layer = open()
  expect(layer.verdictOf('select 1')).toBeNull()
  layer.preload()
  await vi.waitFor(() => expect(layer.verdictOf('select 1')).not.toBeNull())
  expect(await layer.verdictOf('select 1')).toMatchObject({ asks: false, reasons: [] })
  expect(await layer.verdictOf('truncate t')).toMatchObject({ asks: true, destroys: [{ name: 't' }] })
  expect(await layer.read?.('selec 1')).toMatchObject({ problem: { start: 0, end: 5 } })
})

test('where there is a worker, it has every text', async () => {
  const { asked, layer } = inWorker()
  layer.preload()
  await vi.waitFor(() => expect(layer.verdictOf('select 1')).not.toBeNull())
  expect(asked).toContain('select 1')
})

test('a worker that can’t be had judges nothing, and the next editor tries again', async () => {
  let opened = 0
  const layer = createGrammarLayer({
    clock,
    grammar: {
      openJudge() {
        opened++
        return {
          post: () => undefined,
          onAnswer: () => undefined,
          onFailure: (listener) => queueMicrotask(listener),
          end: () => undefined,
        }
      },
    },
  })
  layer.preload()
  await vi.waitFor(() => expect(opened).toBe(1))
  expect(layer.verdictOf('select 1')).toBeNull()
  await vi.waitFor(() => {
    layer.preload()
    expect(opened).toBe(2)
  })
})

test('it is loaded once, and read from then on', async () => {
  const { layer } = inWorker()
  expect(layer.read?.('select 1')).toBeNull()
  let opened = 0
  const counted = createGrammarLayer({
    clock,
    grammar: {
      openJudge() {
        opened++
        return { post() {}, onAnswer() {}, onFailure() {}, end() {} }
      },
    },
  })
  counted.preload()
  counted.preload()
  await vi.waitFor(() => expect(opened).toBe(1))
  counted.preload()
  await Promise.resolve()
  expect(opened).toBe(1)
})

test('of a text with an error there is a problem and no reading; of a statement there is one', async () => {
  const layer = createGrammarLayer({ clock })
  layer.preload()
  await vi.waitFor(() => expect(layer.verdictOf('select 1')).not.toBeNull())
  const wrong = await layer.verdictOf('selec 1')
  expect(wrong?.problem).toMatchObject({ start: 0, end: 5 })
  expect(wrong).not.toHaveProperty('destroys')
  expect(await layer.verdictOf('select 1')).not.toHaveProperty('problem')
  expect(await layer.read?.('selec 1')).not.toHaveProperty('statement')
  expect(await layer.read?.('select a from t')).toMatchObject({
    problem: null,
    statement: expect.any(Object),
  })
  expect(await layer.read?.('')).toEqual({ problem: null })
})
