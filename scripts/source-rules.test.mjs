import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLAIMS, HANDLERS, NO_RULE, sourceProblems } from './source-rules.mjs'
import { root } from './workspace.mjs'

const CORE = 'packages/core/src'
const PLATFORM = 'apps/platform/src'
const rule = '/**\n * What is odd.\n * @rule odd  @spec §1\n */\n'

test.each([
  [`${CORE}/rules/odd.ts`, '/** What is odd. */\nexport const odd = 1\n', 'no @rule'],
  [`${CORE}/rules/odd.ts`, 'export const odd = "@rule odd"\n', 'no @rule'],
  ['packages/storage-engine/src/rules/odd.ts', '/** What is odd. */\n', 'no @rule'],
  [`${CORE}/rules/odd.ts`, `${rule}export const odd = () => new Date()\n`, 'reads the clock'],
  [`${CORE}/rules/odd.ts`, `${rule}export const odd = () => new Date\n`, 'reads the clock'],
  [`${CORE}/sessions/odd.ts`, 'export const odd = () => new Date()\n', 'reads the clock'],
  [`${PLATFORM}/services/odd.ts`, 'const app = new Hono<AppEnv>()\n', 'makes or mounts a handler'],
  [`${PLATFORM}/routes/odd.ts`, "app.get('/odd', answer)\n", 'makes or mounts a handler'],
  [`${PLATFORM}/app/app.ts`, "app.get('/platform/odd', answer)\n", 'by its address'],
  [`${PLATFORM}/http/odd.ts`, 'routes.post(`/v1/odd/${id}`, answer)\n', 'by its address'],
  [`${CORE}/text/odd.ts`, "body: 'The address only reports its status.'", 'by hand'],
  [`${CORE}/text/guide/odd.ts`, 'text: `A table is open to everyone with a key of the API.`', 'by hand'],
  [`${CORE}/text/odd.ts`, "hint: 'The API shows every row.'", 'by hand'],
  [`${PLATFORM}/text/odd.ts`, "why: 'Anyone with the public key reads it.'", 'by hand'],
])('%s with %j is refused', (file, text, why) => {
  expect(sourceProblems(file, text)).toEqual([expect.stringContaining(why)])
})

test.each([
  [`${CORE}/rules/odd.ts`, `${rule}export const odd = (now: number) => new Date(now)\n`],
  [`${CORE}/rules/odd.test.ts`, 'const now = new Date()\n'],
  [`${CORE}/rules/nouns/odd.ts`, "export * from '../odd.js'\n"],
  [`${CORE}/browser/odd.ts`, 'export const now = () => new Date()\n'],
  [`${PLATFORM}/http/odd.ts`, 'const app = new Hono<AppEnv>()\n'],
  [`${PLATFORM}/routes/odd.ts`, 'mount.on(getOdd, answer)\n'],
  [`${CORE}/text/services.ts`, "data: 'Tables are not served over HTTP'"],
  [`${PLATFORM}/app.test.ts`, "app.get('/platform/odd', answer)\n"],
])('%s with %j is taken', (file, text) => {
  expect(sourceProblems(file, text)).toEqual([])
})

test.each([...Object.keys(NO_RULE), ...Object.keys(HANDLERS), ...Object.keys(CLAIMS)])(
  '%s, which is listed, is there',
  (file) => {
    expect(existsSync(join(root, file))).toBe(true)
  },
)
