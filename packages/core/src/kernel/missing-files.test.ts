import { expect, test } from 'vitest'
import { $missingFiles, reportMissingFile } from './missing-files.js'

test('each missing file counts until it is found, and is found once', () => {
  const before = $missingFiles.get()
  const first = reportMissingFile()
  const second = reportMissingFile()
  expect($missingFiles.get()).toBe(before + 2)
  first()
  first()
  expect($missingFiles.get()).toBe(before + 1)
  second()
  expect($missingFiles.get()).toBe(before)
})
