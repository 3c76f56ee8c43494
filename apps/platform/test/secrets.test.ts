/** No answer of the platform, even to an owner, contains a password or the secret that signs the keys. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../src/access/access-table.js'
import { readProjectSecret, secretPurpose } from '../src/control/project-secrets.js'
import { runApp, type RunningApp } from './running-app.js'

const REF = 'default'
const PASSWORD = 'a password of the owner'
let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster', { isPlatform: true, ownerPassword: PASSWORD })
})
afterAll(() => running.stop())

test('no reading call gives one away', async () => {
  const sealed = await readProjectSecret(running.control, REF, 'jwt_secret')
  const jwtSecret = running.box.open(sealed ?? '', secretPurpose(REF, 'jwt_secret'))
  const readings = endpoints().filter(({ endpoint }) => endpoint.method === 'GET')
  expect(readings.length).toBeGreaterThan(30)
  for (const { endpoint } of readings) {
    const url = endpoint.path
      .replace('{ref}', REF)
      .replace('{slug}', 'default')
      .replace(/\{\w+\}/g, 'word')
    const text = await textOf(await running.app.request(`http://127.0.0.1:8787${url}?reveal=true`))
    const given = [PASSWORD, jwtSecret].some((secret) => text.includes(secret))
    expect([url, given]).toEqual([url, false])
  }
})

/** An event stream is endless, so only its beginning is read. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream' || !answer.body) return answer.text()
  const reader = answer.body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}
