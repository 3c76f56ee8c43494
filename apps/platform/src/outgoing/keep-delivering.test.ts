import { expect, test } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import { keepDelivering } from './keep-delivering.js'

/** @param due how many each look finds; then none */
function queue(due: number[]) {
  const asked: unknown[] = []
  const control = {
    async append(statements: unknown[]) {
      asked.push(statements)
      const count = due.shift() ?? 0
      const delivery = { id: 'a', request: 'sealed', attempts: 1, claim: 'b' }
      return { ok: true, rows: [Array.from({ length: count }, () => delivery)] }
    },
  } as unknown as ControlDatabase
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words) }
  return { asked, warnings, control, log }
}

const outgoing = { call: () => Promise.reject(new Error('nothing is called here')) }
const mail = JSON.stringify({
  mail: { ref: 'shop', way: 'project', to: 'eve@example.com', subject: '', html: '', text: '' },
})
const box = { open: () => mail }
const now = () => new Date()

test('a look goes on until nothing is due', async () => {
  const { control, log, asked } = queue([1, 0, 0])
  const sent: string[] = []
  const sendMail = async ({ to }: { to: string }) => {
    sent.push(to)
    return { ok: true } as const
  }
  const deliveries = keepDelivering({ control, box, outgoing, sendMail, log, now })
  await deliveries.look()
  expect(sent).toEqual(['eve@example.com'])
  await deliveries.close()
  const before = asked.length
  await deliveries.look()
  expect(asked.length).toBe(before)
})

test('a server that hangs holds up neither another look nor the end', async () => {
  const { control, log } = queue([1, 0])
  const sendMail = () => new Promise<never>(() => {})
  const deliveries = keepDelivering({ control, box, outgoing, sendMail, log, now })
  void deliveries.look()
  await deliveries.look()
  await deliveries.close()
})

test('a control plane that fails is told of, and asked again later', async () => {
  const { log, warnings } = queue([])
  const control = { append: () => Promise.reject(new Error('away')) } as unknown as ControlDatabase
  const deliveries = keepDelivering({ control, box, outgoing, log, now })
  await deliveries.look()
  expect(warnings).toHaveLength(1)
  await deliveries.close()
})
