import { expect, test } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createKeptChart } from './kept-chart.js'

const settings = {
  kind: 'bar',
  x: 'day',
  y: ['n'],
  group: null,
  isStacked: true,
  isCumulative: false,
} as const

test('a chart is kept with its query', () => {
  const { storage } = createMemoryHost('/')
  createKeptChart(storage, 'a:1').write({ isShown: true, settings: { ...settings, y: ['n'] } })
  expect(createKeptChart(storage, 'a:1').read()).toEqual({ isShown: true, settings })
  expect(createKeptChart(storage, 'a:2').read()).toEqual({ isShown: false, settings: null })
  expect(createKeptChart(storage).read()).toEqual({ isShown: false, settings: null })
})

test.each(['', '{', '[1]', '{"isShown":true,"settings":{"kind":"pie"}}'])(
  'what was stored as %j is no chart',
  (text) => {
    const { storage } = createMemoryHost('/')
    storage.set('basedeck:result-chart:a:1', text)
    expect(createKeptChart(storage, 'a:1').read()).toEqual({ isShown: false, settings: null })
  },
)
