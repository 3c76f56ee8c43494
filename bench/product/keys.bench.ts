/** What checking a token or a key costs, beside node:crypto's own verification of the same bytes. */
import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify } from 'node:crypto'
import { newApiKey, typeOfApiKey } from '../../apps/platform/src/keys/api-keys.js'
import { newSigningKey, verifyingMaterial } from '../../apps/platform/src/keys/signing-key.js'
import { signToken, verifyToken, type VerifyingKey } from '../../apps/platform/src/keys/token.js'
import { createTokenVerifier } from '../../apps/platform/src/keys/token-verifier.js'
import { hashOf } from '../../apps/platform/src/secrets/secret-token.js'
import { median, type BenchResult } from '../bench-result.js'

const ROUNDS = 15
const EACH = 2000
const ALGORITHMS = ['ES256', 'RS256', 'HS256'] as const

export async function run(): Promise<BenchResult[]> {
  const made = await Promise.all(ALGORITHMS.map(async (algorithm) => newSigningKey(algorithm)))
  const keys = made.map((key, index): VerifyingKey => ({
    kid: `key ${index}`,
    algorithm: key.algorithm,
    material: verifyingMaterial(key),
  }))
  const now = Date.now()
  const exp = Math.floor(now / 1000) + 3600
  const claims = { role: 'authenticated', sub: '3f0e6f7a-0000-4000-8000-000000000001', aud: 'x', exp }
  const figures = made.flatMap((key, index): BenchResult[] => {
    const token = signToken(claims, `key ${index}`, key)
    const bare = bareVerification(token, keys[index])
    const verifier = createTokenVerifier()
    const floor = { floorName: 'node:crypto and JSON.parse', unit: 'µs' }
    const [first, again, nodes] = interleaved([
      () => verifyToken(token, keys, now),
      () => verifier.verify(token, keys),
      bare,
    ])
    return [
      {
        name: `a token of ${key.algorithm}, verified`,
        value: first,
        floor: nodes,
        budget: Number((nodes * 1.5).toPrecision(3)),
        ...floor,
      },
      { name: `a token of ${key.algorithm} that comes again`, value: again, floor: nodes, ...floor },
    ]
  })
  const { apiKey } = newApiKey('secret')
  const [key, digest] = interleaved([
    () => [typeOfApiKey(apiKey), hashOf(apiKey)],
    () => [hashOf(apiKey), hashOf(apiKey)],
  ])
  return [
    ...figures,
    {
      name: 'a secret key: its form, checksum and hash',
      value: key,
      unit: 'µs',
      floor: digest,
      floorName: 'two SHA-256 of it',
    },
  ]
}

/** The signature and the claims alone: nothing is looked up or judged, and the key was read before. */
function bareVerification(token: string, key: VerifyingKey | undefined): () => unknown {
  const at = token.lastIndexOf('.')
  const judge = bareSignature(key)
  return () => {
    const isRight = judge(token.slice(0, at), Buffer.from(token.slice(at + 1), 'base64url'))
    const payload = token.slice(token.indexOf('.') + 1, at)
    return isRight && (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as unknown)
  }
}

function bareSignature(key: VerifyingKey | undefined): (signed: string, signature: Buffer) => boolean {
  if (key?.algorithm === 'HS256') {
    const secret = createSecretKey(Buffer.from(key.material, 'base64url'))
    return (signed, signature) =>
      timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), signature)
  }
  const publicKey = createPublicKey(key?.material ?? '')
  return (signed, signature) =>
    verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Microseconds of each, measured in turns, so that all meet the same machine. */
function interleaved<const Runs extends readonly (() => unknown)[]>(
  runs: Runs,
): { [Key in keyof Runs]: number } {
  const values = runs.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, run] of runs.entries()) {
      const start = performance.now()
      for (let count = 0; count < EACH; count++) run()
      // The first round warms up.
      if (round > 0) values[index]?.push(((performance.now() - start) / EACH) * 1000)
    }
  return values.map(median) as { [Key in keyof Runs]: number }
}
