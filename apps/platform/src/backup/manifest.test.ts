import { expect, test } from 'vitest'
import { DUMP_FORMAT, isSafeName, misfits, readManifest, type Here, type Manifest } from './manifest.js'

const manifest: Manifest = {
  format: DUMP_FORMAT,
  version: '0.1.0',
  madeAt: '2027-01-31T00:00:00.000Z',
  scope: 'installation',
  architecture: 'x64',
  control: 'inside',
  hasKey: true,
  projects: [
    { ref: 'a', engine: 'cluster', postgresMajor: 15 },
    { ref: 'b', engine: 'cluster', postgresMajor: 15 },
    { ref: 'c', engine: 'pglite', postgresMajor: 18 },
  ],
  files: {},
}
const here: Here = { architecture: 'x64', clusterMajors: [18, 15], pgliteMajor: 18 }

test('a manifest is read as it was written; a newer one is recognised, and anything else is rejected', () => {
  expect(readManifest(JSON.stringify(manifest))).toEqual(manifest)
  expect(readManifest(JSON.stringify({ format: DUMP_FORMAT + 1, whatever: [] }))).toBe('newer')
  for (const text of ['', '{', 'null', '[]', '{}', '{"format":1}', '{"format":0}'])
    expect([text, readManifest(text)]).toEqual([text, undefined])
})

test.each<[string, Partial<Here>, ReturnType<typeof misfits>]>([
  ['all of it runs here', {}, []],
  [
    'without PostgreSQL the clusters don’t',
    { clusterMajors: [] },
    [{ engine: 'cluster', postgresMajor: 15, refs: ['a', 'b'], isControl: false, reason: 'other-major' }],
  ],
  [
    'with another PostgreSQL neither',
    { clusterMajors: [14, 16] },
    [{ engine: 'cluster', postgresMajor: 15, refs: ['a', 'b'], isControl: false, reason: 'other-major' }],
  ],
  [
    'on another processor PGlite alone does',
    { architecture: 'arm64' },
    [
      {
        engine: 'cluster',
        postgresMajor: 15,
        refs: ['a', 'b'],
        isControl: false,
        reason: 'other-architecture',
      },
    ],
  ],
  [
    'with another PGlite the rest does',
    { pgliteMajor: 19 },
    [{ engine: 'pglite', postgresMajor: 18, refs: ['c'], isControl: false, reason: 'other-major' }],
  ],
])('%s', (_, other, expected) => {
  expect(misfits(manifest, { ...here, ...other })).toEqual(expected)
})

test.each(['/etc/passwd', '../a', 'a/../../b', 'a//b', '', './a', 'a\\b', 'a/', 'a\0b'])(
  'the name %j leads outside of the directory',
  (name) => {
    expect(isSafeName(name)).toBe(false)
  },
)

test.each(['basedeck.json', 'projects/a/pg/base/5/2619_fsm', 'control/pglite/PG_VERSION', 'a/..b/c d'])(
  'the name %j is safe',
  (name) => {
    expect(isSafeName(name)).toBe(true)
  },
)
