/** What enters the build of the container image, and what the image promises to its operator. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface Pattern {
  isException: boolean
  matches(path: string): boolean
}

/** As Docker reads it: `*` stays within a folder, `**` does not, the last pattern that fits decides. */
function patternsOf(text: string): Pattern[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const isException = line.startsWith('!')
    const source = line
      .slice(isException ? 1 : 0)
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('\0', '(?:.*/)?')
    const expression = new RegExp(`^${source}$`)
    return { isException, matches: (path) => expression.test(path) }
  })
}

/** A rule for a folder applies to its contents. */
function enters(path: string, patterns: readonly Pattern[]): boolean {
  const places: string[] = []
  for (let place = path; place !== '.'; place = dirname(place)) places.push(place)
  const last = patterns.findLast(({ matches }) => places.some(matches))
  return last?.isException ?? true
}

const patterns = patternsOf(read('.dockerignore'))

describe('what enters the build', () => {
  test.each([
    '.basedeck/secret.key',
    'data/secret.key',
    'data/projects/default/pg/PG_VERSION',
    'apps/platform/.basedeck/control/pglite/base/1/1259',
    'apps/platform/data/secret.key',
    'apps/data/projects/default/pg/base/1/1259',
    'packages/data/control/pglite/PG_VERSION',
    'apps/data/basedeck.json',
    'apps/data/secrets/default.owner-password.json',
    '.env',
    'docs/.env',
    'apps/platform/.env.production',
    'docs/certificates/live/basedeck.example.com/privkey.pem',
    'apps/dashboard/server.pem',
    '.git/config',
    'node_modules/hono/package.json',
    'apps/dashboard/node_modules/x/index.js',
    'apps/platform/dist/main.js',
    'apps/platform/test/program.ts',
    'backup.sql',
  ])('%s does not', (path) => {
    expect(enters(path, patterns)).toBe(false)
  })

  test.each([
    'package.json',
    'package-lock.json',
    'turbo.json',
    'scripts/turbo.mjs',
    'apps/platform/src/secrets/installation-key.ts',
    'apps/platform/bin/basedeck.js',
    'packages/core/src/deck.ts',
    'packages/platform-client/src/testing/index.ts',
  ])('%s does', (path) => {
    expect(enters(path, patterns)).toBe(true)
  })
})

describe('the image', () => {
  const [, , image = ''] = read('Dockerfile').split(/^FROM /m)

  test('runs as a user without rights, and keeps everything in one volume that is theirs', () => {
    expect(image).toMatch(/^USER node$/m)
    expect(image).toMatch(/chown node:node \/data\b/)
    expect(image).toMatch(/^VOLUME \/data$/m)
    expect(image).toMatch(/BASEDECK_DATA_DIR=\/data\b/)
  })

  test('is reachable from outside, reports readiness, and passes signals and options on', () => {
    expect(image).toMatch(/BASEDECK_HOST=0\.0\.0\.0\b/)
    expect(image).toMatch(/^HEALTHCHECK [^]*\/readyz/m)
    expect(image).toMatch(/^ENTRYPOINT \["tini", "--", "basedeck"\]$/m)
  })

  test('contains no secret, and only built files of the checkout', () => {
    expect(image).not.toMatch(/SECRET|PASSWORD|TOKEN|_KEY/)
    expect(image.match(/^(COPY|ADD) .*$/gm)).toEqual(['COPY --from=build /out /app'])
  })
})

test('the composition publishes the proxy alone, and takes its secrets from the environment', () => {
  const text = read('docs/compose.yaml')
  expect([...text.matchAll(/^ +- '(\d+:\d+)'$/gm)].map(([, ports]) => ports)).toEqual(['443:443'])
  for (const [, name, value] of text.matchAll(/^ +(\w*(?:PASSWORD|SECRET_KEY)\w*): (.*)$/gm))
    expect(`${name}: ${value}`).toBe(`${name}: \${${name}:?}`)
  expect(text).not.toMatch(/:\/\/[^:\s$]+:[^$\s]+@/)
})
