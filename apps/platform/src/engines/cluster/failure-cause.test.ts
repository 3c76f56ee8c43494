import { expect, test } from 'vitest'
import { failureCause } from './failure-cause.js'

test.each([
  [
    'initdb: error: could not create directory "/x": Permission denied\ninitdb: removing data directory "/x"\n',
    'could not create directory "/x": Permission denied',
  ],
  [
    'running bootstrap script ... 2026-01-01 00:00:00.000 UTC [9] FATAL:  could not extend file "base/1/1249": No space left on device\n' +
      '2026-01-01 00:00:00.000 UTC [9] HINT:  Check free disk space.\nchild process exited with exit code 1\n' +
      'initdb: removing contents of data directory "/x"\n',
    'could not extend file "base/1/1249": No space left on device',
  ],
  ['Segmentation fault\nchild process exited with exit code 139\n', 'Segmentation fault'],
  ['child process exited with exit code 1\n', 'child process exited with exit code 1'],
  ['', ''],
])('%j', (said, cause) => {
  expect(failureCause(said)).toBe(cause)
})
