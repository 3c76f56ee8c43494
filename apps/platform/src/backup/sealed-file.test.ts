import { createSecretKey, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createSecretBox } from '../secrets/secret-box.js'
import { opening, sealing, type Through } from './sealed-file.js'

const box = createSecretBox(createSecretKey(randomBytes(32)))
const MB = 1024 * 1024

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const passed = (through: Through, bytes: Buffer, size = 65_536) => buffer(through(inParts(bytes, size)))

test.each([
  [0, 1],
  [1, 1],
  [MB - 1, 1000],
  [MB, MB],
  [MB + 1, 777],
  [3 * MB + 5, 5 * MB],
])('%i bytes in parts of %i come back as they were', async (length, size) => {
  const bytes = randomBytes(length)
  const sealed = await passed(sealing(box), bytes, size)
  if (length > 16) expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
  expect((await passed(opening(box), sealed, size)).equals(bytes)).toBe(true)
})

test('any changed byte is noticed, and any cut', async () => {
  const sealed = await passed(sealing(box), randomBytes(2 * MB + 3))
  for (let at = 0; at < sealed.length; at += 40_009) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(passed(opening(box), changed)).rejects.toMatchObject({ name: 'BackupError' })
    await expect(passed(opening(box), sealed.subarray(0, at))).rejects.toMatchObject({ name: 'BackupError' })
  }
})

test('pieces that changed places are noticed', async () => {
  const sealed = await passed(sealing(box), randomBytes(2 * MB + 3))
  const piece = MB + 20
  const last = sealed.length - 23
  const begin = last - 2 * piece
  const swapped = Buffer.concat([
    sealed.subarray(0, begin),
    sealed.subarray(begin + piece, last),
    sealed.subarray(begin, begin + piece),
    sealed.subarray(last),
  ])
  await expect(passed(opening(box), swapped)).rejects.toMatchObject({ name: 'BackupError' })
})

test('another installation can’t read it', async () => {
  const sealed = await passed(sealing(box), Buffer.from('rows'))
  const other = createSecretBox(createSecretKey(randomBytes(32)))
  await expect(passed(opening(other), sealed)).rejects.toThrow('another secret key')
})
