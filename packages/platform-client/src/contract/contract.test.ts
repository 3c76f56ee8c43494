/** Checks of every endpoint of the contract. */
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import * as contract from './index.js'
import { bodyBoundsOf, endpoint, gives, paramSchemas, type EndpointData, type ResourceName } from './index.js'

const endpoints = Object.entries(contract as Record<string, unknown>).filter(
  (entry): entry is [string, EndpointData] =>
    typeof entry[1] === 'object' && entry[1] !== null && 'access' in entry[1] && 'path' in entry[1],
)

/** What the resolver of each resource reads (`http/resolvers.ts`): parameters of the path, keys of the body. */
const READ_BY: Readonly<Record<ResourceName, { path?: readonly string[]; body?: readonly string[] }>> = {
  organization: { path: ['slug'] },
  'organization-in-body': { body: ['organization_slug'] },
  project: { path: ['ref'] },
  'project-in-body': { body: ['projectRef'] },
  branch: { path: ['branch'] },
  bucket: { path: ['ref', 'bucket'] },
}

/** The keys of an object's schema, of each of its alternatives; undefined: any key. */
function keysOf(schema: unknown): readonly string[] | undefined {
  const { type, entries, options, pipe } = schema as Partial<
    Record<'type' | 'entries' | 'options' | 'pipe', unknown>
  >
  if (typeof entries === 'object' && entries !== null && type !== 'loose_object') return Object.keys(entries)
  if (Array.isArray(pipe) && pipe[0] !== schema) return keysOf(pipe[0])
  if (Array.isArray(options)) {
    const all = options.map(keysOf)
    return all.includes(undefined) ? undefined : all.flatMap((keys) => keys ?? [])
  }
  return undefined
}

/** What a line of the contract says that can't be, each as a sentence. */
function problemsOf(name: string, data: EndpointData): string[] {
  const inPath = [...data.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? '')
  const inBody = data.body ? keysOf(data.body) : []
  const inQuery = data.query ? keysOf(data.query) : []
  const lacks = (keys: readonly string[] | undefined, key: string) =>
    keys !== undefined && !keys.includes(key)
  const of = typeof data.access === 'object' ? data.access.of : undefined
  const { path = [], body = [] } = of === undefined ? {} : READ_BY[of]
  return [
    ...(data.method !== 'GET' && data.audit === undefined
      ? [`${name} does not say what of it the audit log holds: it lacks \`audit\``]
      : []),
    ...path
      .filter((param) => lacks(inPath, param))
      .map((param) => `${name} is found by its ${of}, and its path lacks {${param}}`),
    ...body
      .filter((key) => lacks(inBody, key))
      .map((key) => `${name} is found by its ${of}, and its body lacks ${key}`),
    ...Object.keys(data.params ?? {})
      .filter((param) => lacks(inPath, param))
      .map((param) => `${name} has a schema of {${param}}, which its path lacks`),
    ...Object.keys(data.requires ?? {})
      .filter((key) => [inPath, inBody, inQuery].every((keys) => lacks(keys, key)))
      .map((key) => `${name} requires ${key}, which is in neither its path, its query nor its body`),
  ]
}

test('every call says what it audits, and names no parameter that it lacks', () => {
  expect(endpoints.flatMap(([name, data]) => problemsOf(name, data))).toEqual([])
})

describe('a line of the contract that can’t be is called by its name', () => {
  const project = { action: 'read', resource: 'projects', of: 'project' } as const
  const line = { method: 'GET', path: '/a/{ref}', access: project, response: gives<object>() } as const
  const object = v.object({ name: v.string() })
  test.each<[lack: string, data: EndpointData, told: RegExp]>([
    ['audit', { ...line, method: 'POST' }, /odd does not say .* lacks `audit`/],
    ['a parameter of its resolver', { ...line, path: '/a/{slug}' }, /odd .* lacks \{ref\}/],
    ['one of two parameters', { ...line, access: { ...project, of: 'bucket' } }, /odd .* lacks \{bucket\}/],
    [
      'a key of its body',
      { ...line, path: '/a', access: { ...project, of: 'project-in-body' }, body: object },
      /odd .* body lacks projectRef/,
    ],
    [
      'a body',
      { ...line, path: '/a', access: { ...project, of: 'organization-in-body' } },
      /lacks organization_slug/,
    ],
    ['a parameter with a schema', { ...line, params: { ref: v.string(), id: v.string() } }, /odd .* \{id\}/],
    [
      'what it requires',
      { ...line, requires: { ref: 'Ref', sql: 'SQL' }, query: object },
      /odd requires sql/,
    ],
  ])('without %s', (_, data, told) => {
    expect(problemsOf('odd', data)).toEqual([expect.stringMatching(told)])
  })

  test.each<[has: string, data: EndpointData]>([
    ['in its path', { ...line, requires: { ref: 'Ref' } }],
    ['in its body', { ...line, requires: { name: 'Name' }, body: object }],
    [
      'in one form of its body',
      { ...line, requires: { name: 'Name' }, body: v.union([v.object({}), object]) },
    ],
    [
      'in its checked query',
      {
        ...line,
        requires: { name: 'Name' },
        query: v.pipe(
          object,
          v.check(() => true),
        ),
      },
    ],
  ])('and one that has what it requires %s is not', (_, data) => {
    expect(problemsOf('odd', data)).toEqual([])
  })
})

describe.each(endpoints)('%s', (_, data) => {
  test('where two calls share an address and a version, they agree on the bounds of a body', () => {
    const others = endpoints.filter(
      ([, { method, path, version }]) =>
        method === data.method && path === data.path && version === data.version,
    )
    const { bytes, members } = bodyBoundsOf(data)
    for (const [, other] of others) expect(bodyBoundsOf(other)).toMatchObject({ bytes, members })
  })

  test('takes at most 4 kB from a stranger', () => {
    if (data.access === 'anyone') expect(bodyBoundsOf(data).bytes).toBeLessThanOrEqual(4096)
  })

  test('lets no parameter be empty', () => {
    for (const schema of Object.values(paramSchemas(data))) expect(v.is(schema, '')).toBe(false)
  })
})

test('a parameter without a schema is refused', () => {
  const line = { method: 'GET', path: '/a/{bucket}', access: 'anyone', response: gives<object>() } as const
  expect(() => endpoint(line)).toThrow('{bucket}')
  expect(endpoint({ ...line, params: { bucket: v.picklist(['avatars']) } }).path).toBe(line.path)
})

test.each([
  ['id', '00000000-0000-4000-8000-000000000000', true],
  ['id', 'avatars', false],
  ['id', "1'--", false],
  ['ref', 'abcdefgh', true],
  ['ref', '../etc', false],
  ['ref', 'A\0', false],
  ['slug', 'acme-inc', true],
  ['slug', 'a'.repeat(64), false],
])('usually %s may be %j: %s', (name, value, expected) => {
  const [schema] = Object.values(paramSchemas({ path: `/{${name}}` }))
  expect(schema && v.is(schema, value)).toBe(expected)
})
