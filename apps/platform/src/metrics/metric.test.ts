import { expect, test } from 'vitest'
import { counter, createHistogram, gauge, metricsText, one } from './metric.js'

test('a number has its help, its type and its labels, escaped', () => {
  const labels = { route: '/a"b\\c\nd', status: '200' }
  expect(
    metricsText([
      gauge('up', 'whether it\nis up', one(1)),
      counter('calls_total', 'calls', [{ labels, value: 2.5 }]),
    ]),
  ).toBe(
    [
      '# HELP up whether it\\nis up',
      '# TYPE up gauge',
      'up 1',
      '# HELP calls_total calls',
      '# TYPE calls_total counter',
      'calls_total{route="/a\\"b\\\\c\\nd",status="200"} 2.5',
      '',
    ].join('\n'),
  )
})

test.each([
  [0.1, [1, 1, 1]],
  [0.11, [0, 1, 1]],
  [1, [0, 1, 1]],
  [1.1, [0, 0, 1]],
])('%f falls into the buckets from its own on, each counting those before it', (value, expected) => {
  const histogram = createHistogram('took_seconds', 'how long', [0.1, 1])
  histogram.observe({ a: 'x' }, value)
  expect(
    histogram
      .samples()
      .slice(0, 3)
      .map((sample) => sample.value),
  ).toEqual(expected)
  expect(metricsText([histogram])).toContain(
    `took_seconds_sum{a="x"} ${value}\ntook_seconds_count{a="x"} 1\n`,
  )
  expect(metricsText([histogram])).toContain('took_seconds_bucket{a="x",le="+Inf"} 1\n')
})

test('each set of labels counts for itself, and what has no samples is left out', () => {
  const histogram = createHistogram('took_seconds', 'how long', [1])
  expect(metricsText([histogram])).toBe('')
  for (const a of ['x', 'y', 'x']) histogram.observe({ a }, 0.5)
  expect(metricsText([histogram])).toMatch(/count\{a="x"\} 2[^]*count\{a="y"\} 1/)
})

test.each([
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
])('%f is written as Prometheus reads it', (value, text) => {
  expect(metricsText([gauge('x', 'x', one(value))])).toContain(`\nx ${text}\n`)
})
