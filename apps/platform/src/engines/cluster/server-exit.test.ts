import { expect, test } from 'vitest'
import { exitText, serverExit } from './server-exit.js'

test.each([
  [137, null, 'killed by SIGKILL'],
  [139, null, 'killed by SIGSEGV'],
  [null, 'SIGTERM', 'killed by SIGTERM'],
  [0, null, 'exit code 0'],
  [1, null, 'exit code 1'],
  [128, null, 'exit code 128'],
  [255, null, 'exit code 255'],
])('code %s and signal %s read: %s', (code, signal, text) => {
  expect(exitText(serverExit(code, signal))).toBe(text)
})
