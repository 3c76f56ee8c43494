import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { checkReachable } from './process-user.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

/** A user that owns no files. */
const stranger = { name: 'stranger', uid: 2 ** 30, gid: 2 ** 30 }

test('a directory that the user may not enter is named', async () => {
  const closed = join(directory.path, 'closed')
  const inside = join(closed, 'data')
  await mkdir(inside, { recursive: true })
  await chmod(closed, 0o700)
  const refusal = {
    code: 'unavailable',
    message: expect.stringContaining(`the user stranger may not enter ${closed}.`),
  }
  await expect(checkReachable(inside, stranger)).rejects.toMatchObject(refusal)
  await chmod(closed, 0o711)
  await checkReachable(inside, stranger)
})

test('without a change of user, nothing is refused', async () => {
  await chmod(directory.path, 0o700)
  await checkReachable(directory.path, undefined)
})
