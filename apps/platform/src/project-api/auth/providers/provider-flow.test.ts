import { expect, test } from 'vitest'
import type { AuthCall } from '../auth-call.js'
import { createSecretTexts } from '../secret-texts.js'
import { boundTexts, claimFlow } from './provider-flow.js'

const [one, other] = ['b25l', 'b3RoZXI'].map((material) => createSecretTexts({ material }))
const id = '6f1c1c2e-0c3b-4b0e-9f0a-3a3f6f9c0001'

/** The database of a project in which every flow is there. */
function projectOf(texts: AuthCall['texts'] | undefined) {
  const asked: unknown[] = []
  const call = {
    texts,
    database: {
      async transact(statements: unknown[]) {
        asked.push(...statements)
        return [[{ provider: 'github', is_over: 'false', referrer: 'https://app.example' }]]
      },
    },
  } as unknown as AuthCall
  return { call, asked }
}

test('the state of a project is that of no other one, and its texts are its own', async () => {
  if (!one || !other) throw new Error('There are no texts')
  const { state, nonce, verifier } = boundTexts(one, { id })
  expect(await claimFlow(projectOf(one).call, state)).toMatchObject({ id, provider: 'github' })
  const foreign = projectOf(other)
  await expect(claimFlow(foreign.call, state)).rejects.toMatchObject({ code: 'bad_oauth_state' })
  expect(foreign.asked).toEqual([])
  expect(new Set([state, nonce, verifier, ...Object.values(boundTexts(other, { id }))]).size).toBe(6)
  // RFC 7636 §4.1: 43 to 128 characters.
  expect(verifier).toMatch(/^[\w.~-]{43,128}$/)
})
