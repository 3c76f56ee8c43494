import { expect, test } from 'vitest'
import { slicedBody } from './sliced-body.js'

const whole = (body: string | ReadableStream<Uint8Array>) => new Response(body).text()

test('a short body is a text', () => {
  expect(slicedBody(['a', 'b'].values())).toBe('ab')
  expect(slicedBody([].values())).toBe('')
})

test('a long body comes whole', async () => {
  const pieces = Array.from({ length: 1000 }, (_, at) => `${at}: ${'ä'.repeat(500)};`)
  const body = slicedBody(pieces.values())
  expect(body).toBeInstanceOf(ReadableStream)
  expect(await whole(body)).toBe(pieces.join(''))
})

test('others have their turn while a long body is made', async () => {
  const order: string[] = []
  function* pieces() {
    for (let slice = 1; slice <= 4; slice++) {
      order.push(`slice ${slice}`)
      yield 'x'.repeat(200_000)
    }
  }
  const body = slicedBody(pieces())
  const others = async () => {
    for (let turn = 1; turn <= 2; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`other ${turn}`)
    }
  }
  await Promise.all([whole(body), others()])
  expect(order.indexOf('other 2')).toBeLessThan(order.indexOf('slice 4'))
})

test('a body that is not read is not made', () => {
  let made = 0
  function* pieces() {
    for (;;) {
      made++
      yield 'x'.repeat(200_000)
    }
  }
  slicedBody(pieces())
  expect(made).toBe(1)
})

test('texts and bytes come in their order', async () => {
  expect(slicedBody(['a', Buffer.from('é'), 'b'].values())).toBe('aéb')
  const pieces = Array.from({ length: 100 }, (_, at) =>
    at % 3 === 0 ? Buffer.alloc(5000, 'x') : `${at}ä`.repeat(500),
  )
  expect(await whole(slicedBody(pieces.values()))).toBe(pieces.map(String).join(''))
})
