import { newPassword } from '@basedeck/platform-client'
import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { PASSWORD_BYTES, passwordOf } from './generated-password.js'

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

test('each letter is as likely as the others', () => {
  const counts = new Map<string, number>()
  for (const letter of passwordOf(everyByte)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...new Set(counts.values())]).toEqual([8])
})

test('no letter looks like another or means something in an address', () => {
  expect(passwordOf(everyByte)).toMatch(/^[a-z2-9]+$/)
  expect(passwordOf(everyByte)).not.toMatch(/[lo]/)
})

test('the platform takes it', () => {
  expect(safeParse(newPassword, passwordOf(everyByte.slice(0, PASSWORD_BYTES))).success).toBe(true)
})
