import { expect, test } from 'vitest'
import { runProgram } from './run-program.js'

test('returns what the program printed, and passes its input', async () => {
  expect(await runProgram(undefined, '/bin/sh', ['-c', 'cat >&2'], 'read')).toBe('read')
})

test('a program that ends without reading its input causes no other error', async () => {
  const unread = 'x'.repeat(1_000_000)
  expect(await runProgram(undefined, '/bin/sh', ['-c', 'exit 0'], unread)).toBe('')
  const failing = runProgram(undefined, '/bin/sh', ['-c', 'echo why >&2; exit 3'], unread)
  await expect(failing).rejects.toMatchObject({ code: 3, stderr: 'why\n' })
})
