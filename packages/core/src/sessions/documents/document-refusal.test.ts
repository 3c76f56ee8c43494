/** A save of a document that is refused: what is told, what is tried again, and when. */
import { PlatformError } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { opened, refused, refuseOnce } from '../../testing/document-stage.js'

test('a refusal is told with the platform’s sentence', async () => {
  const stage = opened()
  const error = refused('Too large')
  refuseOnce(stage, { type: 'refused' }, error)
  stage.type('x')
  const problem = { type: 'refused', message: 'Too large' }
  expect(await stage.document.save()).toEqual({ type: 'failed', problem, error })
  expect(stage.seen.failed).toEqual([problem])
  expect(stage.local()).toMatchObject({ saving: 'UPDATING_FAILED', needsSave: true, problem })
  expect(stage.status()).toBe('ready')
  stage.host.clock.advance(60_000)
  expect(stage.seen.sent).toHaveLength(1)
  expect(await stage.document.save()).toEqual({ type: 'done' })
})

test('an answer that did not come in time has no sentence', async () => {
  const stage = opened()
  refuseOnce(stage, { type: 'refused' }, new PlatformError('aborted', 'The call was aborted'))
  stage.type('x')
  await stage.document.save()
  expect(stage.seen.failed).toEqual([{ type: 'refused' }])
})

test('what was deleted meanwhile is kept here as deleted', async () => {
  const stage = opened()
  refuseOnce(stage, { type: 'deleted' })
  stage.type('x')
  await stage.document.save()
  expect(stage.document.$status.get()).toEqual({ status: 'deleted' })
  expect(stage.seen.failed).toMatchObject([{ type: 'deleted' }])
})

test('a save that may succeed later is tried again, ever later, until it did', async () => {
  const stage = opened()
  const error = refused()
  stage.answers.refusal = { type: 'again-later' }
  const { send } = stage.answers
  stage.answers.send = async () => {
    throw error
  }
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  stage.type('x')
  await stage.document.save()
  for (const [wait, sent] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
  ] as const) {
    stage.host.clock.advance(wait)
    await settle()
    expect(stage.seen.sent).toHaveLength(sent)
  }
  stage.answers.send = send
  stage.host.clock.advance(4000)
  await settle()
  expect(stage.local()).toMatchObject({ needsSave: false, saving: 'IDLE' })
  refuseOnce(stage, { type: 'again-later' })
  stage.type('y')
  await stage.document.save()
  stage.host.clock.advance(1000)
  await settle()
  expect(stage.seen.sent.map(({ text }) => text)).toEqual(['x', 'x', 'x', 'x', 'y', 'y'])
})

test('a document without autosave, or one that has ended, is not tried again', async () => {
  const form = opened({ isForm: true })
  refuseOnce(form, { type: 'again-later' })
  form.document.update({ name: 'Mine' })
  await form.document.save()
  const ended = opened()
  refuseOnce(ended, { type: 'again-later' })
  ended.type('x')
  await ended.document.save()
  ended.document.dispose()
  for (const { host, seen } of [form, ended]) {
    host.clock.advance(60_000)
    expect(seen.sent).toHaveLength(1)
  }
})

test('a save by hand ends the wait for the next attempt', async () => {
  const stage = opened()
  refuseOnce(stage, { type: 'again-later' })
  stage.type('x')
  await stage.document.save()
  await stage.document.save()
  stage.type('y')
  stage.host.clock.advance(60_000)
  expect(stage.seen.sent).toHaveLength(2)
})

test('a save that needs a change is repeated with it', async () => {
  const stage = opened()
  stage.document.update({ name: 'Mine' })
  refuseOnce(stage, { type: 'save-with', changes: { note: 'moved' } })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.seen.sent[1]).toMatchObject({ fields: { name: 'Mine', note: 'moved' } })
  expect(stage.seen.failed).toEqual([])
  expect(stage.local()).toMatchObject({ saving: 'IDLE', needsSave: false })
})
