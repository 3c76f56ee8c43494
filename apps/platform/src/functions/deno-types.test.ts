import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDenoTypes } from './deno-types.js'
import { findDeno } from './find-deno.js'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'basedeck-types-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

test('the types of the Deno that is here are asked once and kept', async () => {
  const dataDir = await folder()
  let asked = 0
  const types = createDenoTypes(dataDir, () => {
    asked++
    return findDeno(dataDir)
  })
  const { version = '' } = (await findDeno(dataDir)) ?? {}
  const text = await types(version)
  expect(text).toContain('declare namespace Deno')
  expect(await types(version)).toBe(text)
  expect(asked).toBe(1)
  expect(await readdir(join(dataDir, 'deno-types'))).toEqual([`${version}.d.ts`])
})

test('another version, and what is none, are not here', async () => {
  const types = createDenoTypes(await folder())
  for (const version of ['0.0.1', '../../etc/passwd', '', '2.9.6/..'])
    expect(await types(version)).toBeUndefined()
})

test('a Deno that is installed later is found', async () => {
  const dataDir = await folder()
  const deno = await findDeno(dataDir)
  const answers = [undefined, deno]
  const types = createDenoTypes(dataDir, async () => answers.shift())
  expect(await types(deno?.version ?? '')).toBeUndefined()
  expect(await types(deno?.version ?? '')).toContain('Deno')
})
