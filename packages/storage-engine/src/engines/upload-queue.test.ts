import { expect, test } from 'vitest'
import { awaitsServer } from '../rules/upload-progress.js'
import { createFakeTransport, fakeFile, type FakeUpload } from '../testing/fake-transport.js'
import { createUploadQueue, UPLOADS_AT_ONCE } from './upload-queue.js'

const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const failed = (status: number) =>
  ({ type: 'failed', error: { status, body: '', message: 'broken' } }) as const

function setUp(count: number, parallel?: number) {
  const clock = { at: 0, now: () => clock.at }
  const fake = createFakeTransport()
  const queue = createUploadQueue({
    transport: fake.transport,
    clock,
    ...(parallel === undefined ? {} : { parallel }),
  })
  const requests = Array.from({ length: count }, (_, index) => ({
    file: fakeFile(`${index}`),
    bucket: 'b',
    path: `x/${index}`,
  }))
  const batch = queue.add(requests)
  const statuses = () => queue.uploads().map(({ state }) => state.status)
  return { clock, queue, batch, statuses, ...fake }
}

test('ten run at once; the next begins when one ends', async () => {
  const { opened, statuses } = setUp(12)
  expect(UPLOADS_AT_ONCE).toBe(10)
  expect(opened).toHaveLength(10)
  expect(statuses().slice(9)).toEqual(['uploading', 'waiting', 'waiting'])
  await opened[3]?.end({ type: 'done' })
  expect(opened).toHaveLength(11)
  expect(opened[10]?.request.path).toBe('x/10')
})

test('the batch ends with how many files ended how', async () => {
  const { opened, batch, queue } = setUp(4)
  await opened[0]?.end({ type: 'done' })
  await opened[1]?.end(failed(409))
  await opened[2]?.end({ type: 'failed', error: 'unreadable' })
  queue.cancel(batch.ids[3]!)
  expect(await batch.ended).toEqual({ uploaded: 1, failed: 2, cancelled: 1 })
  expect(queue.uploads().map(({ state }) => state)).toEqual([
    { status: 'done' },
    { status: 'failed', failure: { reason: 'exists' } },
    { status: 'failed', failure: { reason: 'unreadable' } },
    { status: 'cancelled' },
  ])
  expect(opened[3]?.cancels).toBe(1)
})

test('an upload that goes on tells its speed since it went on', async () => {
  const { clock, opened, queue } = setUp(1)
  clock.at = 1000
  opened[0]?.send(40)
  opened[0]?.send(60)
  expect(queue.uploads()[0]?.state).toEqual({
    status: 'uploading',
    run: {
      totalBytes: 100,
      sentBytes: 60,
      startedBytes: 40,
      startedAtMs: 0,
      progressAtMs: 1000,
      isInterrupted: false,
    },
  })
})

test.each([
  ['its request failed', (upload: FakeUpload | undefined) => upload?.interrupt()],
  ['nothing was taken for five seconds', () => undefined],
])('after %s, the speed is measured again', async (_why, interrupt) => {
  const { clock, opened, queue } = setUp(1)
  opened[0]?.send(0)
  clock.at = 1000
  opened[0]?.send(40)
  interrupt(opened[0])
  clock.at = 6000
  const run = () => {
    const { state } = queue.uploads()[0]!
    return state.status === 'uploading' ? state.run : undefined
  }
  expect(awaitsServer(run()!, clock.at)).toBe(true)
  opened[0]?.send(40)
  clock.at = 7000
  opened[0]?.send(50)
  expect(run()).toMatchObject({ sentBytes: 50, startedBytes: 40, startedAtMs: 6000, isInterrupted: false })
})

test('a paused file gives its place away, and goes on where it stopped', async () => {
  const { opened, queue, statuses } = setUp(2, 1)
  opened[0]?.send(30)
  queue.pause(1)
  await turns()
  expect(opened[0]?.pauses).toBe(1)
  expect(queue.uploads()[0]?.state).toEqual({ status: 'paused', sentBytes: 30 })
  expect(statuses()).toEqual(['paused', 'uploading'])
  // Its turn comes after the one that runs.
  queue.resume(1)
  expect(queue.uploads()[0]?.state).toEqual({ status: 'waiting', sentBytes: 30 })
  await opened[1]?.end({ type: 'done' })
  expect(statuses()).toEqual(['uploading', 'done'])
  expect(opened).toHaveLength(2)
  expect(opened[0]?.runs).toBe(2)
})

test('what arrives of a paused file changes nothing', async () => {
  const { opened, queue } = setUp(1)
  queue.pause(1)
  opened[0]?.send(70)
  await opened[0]?.end({ type: 'done' })
  expect(queue.uploads()[0]?.state.status).toBe('paused')
})

test('a waiting file is paused and cancelled without a call', () => {
  const { opened, queue, statuses } = setUp(3, 1)
  queue.pause(2)
  queue.cancel(3)
  expect(statuses()).toEqual(['uploading', 'paused', 'cancelled'])
  expect(opened).toHaveLength(1)
})

test('a failed file is tried again; its batch has ended all the same', async () => {
  const { opened, queue, batch, statuses } = setUp(1)
  await opened[0]?.end(failed(500))
  expect(await batch.ended).toEqual({ uploaded: 0, failed: 1, cancelled: 0 })
  const again = queue.retry(1)
  await opened[0]?.end({ type: 'done' })
  expect(statuses()).toEqual(['done'])
  expect(await again).toBe('uploaded')
  expect(await batch.ended).toEqual({ uploaded: 0, failed: 1, cancelled: 0 })
})

test('a cancelled file begins from its start when it is tried again', async () => {
  const { opened, queue } = setUp(1)
  opened[0]?.send(50)
  queue.cancel(1)
  await turns()
  void queue.retry(1)
  expect(opened).toHaveLength(2)
  expect(queue.uploads()[0]?.state).toMatchObject({ status: 'uploading', run: { sentBytes: 0 } })
})

test('only what has ended is removed, and each action waits for its state', async () => {
  const { opened, queue, statuses } = setUp(1)
  queue.remove(1)
  queue.resume(1)
  expect(await queue.retry(1)).toBeUndefined()
  expect(statuses()).toEqual(['uploading'])
  await opened[0]?.end({ type: 'done' })
  queue.cancel(1)
  queue.pause(1)
  expect(statuses()).toEqual(['done'])
  queue.remove(1)
  expect(statuses()).toEqual([])
})

test('a transport that throws is a failure with its message', async () => {
  const queue = createUploadQueue({
    clock: { now: () => 0 },
    transport: {
      open: () => ({
        run: () => Promise.reject(new Error('no endpoint')),
        pause: async () => {},
        cancel: async () => {},
      }),
    },
  })
  const batch = queue.add([{ file: fakeFile('a'), bucket: 'b', path: 'a' }])
  await batch.ended
  expect(queue.uploads()[0]?.state).toEqual({
    status: 'failed',
    failure: { reason: 'other', message: 'no endpoint' },
  })
})

test('nothing to upload ends at once', async () => {
  const { batch } = setUp(0)
  expect(await batch.ended).toEqual({ uploaded: 0, failed: 0, cancelled: 0 })
})

test('at the end everything stops, and nothing is removed from the server', async () => {
  const { opened, queue } = setUp(3, 2)
  queue.dispose()
  await turns()
  expect(opened.map(({ pauses, cancels }) => [pauses, cancels])).toEqual([
    [1, 0],
    [1, 0],
  ])
})
