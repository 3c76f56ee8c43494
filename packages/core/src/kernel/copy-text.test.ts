import { expect, test } from 'vitest'
import { createMemoryHost } from '../testing/memory-host.js'
import { copyText } from './copy-text.js'

function hostThat(writeText: (text: string) => Promise<void>) {
  const host = { ...createMemoryHost(), clipboard: { writeText } }
  const told: unknown[] = []
  host.notifier = { ...host.notifier, notify: (message) => void told.push(message) }
  return { told, host }
}

test('a text that is copied is not told', async () => {
  const copied: string[] = []
  const { host, told } = hostThat(async (text) => void copied.push(text))
  expect(await copyText(host, 'select 1')).toBe(true)
  expect([copied, told]).toEqual([['select 1'], []])
})

test('a clipboard that refuses is told', async () => {
  const { host, told } = hostThat(() => Promise.reject(new Error('no')))
  expect(await copyText(host, 'select 1')).toBe(false)
  expect(told).toEqual([{ kind: 'error', message: expect.stringMatching(/cop/i) }])
})
