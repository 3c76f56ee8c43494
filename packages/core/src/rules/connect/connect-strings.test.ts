import { expect, test } from 'vitest'
import {
  CONNECTION_TYPES,
  connectionString,
  connectionUri,
  isLoopback,
  PASSWORD_PLACEHOLDER,
  type ConnectionMethod,
  type ConnectionType,
} from './connect-strings.js'

const direct = { host: 'db.example.com', port: 5432, database: 'postgres', user: 'postgres' }
const pooled = { ...direct, host: 'pool.example.com', port: 6543, user: 'postgres.abc' }
const KEYWORDS = (user: string, host: string, port: number) =>
  `user=${user}\npassword=[YOUR-PASSWORD]\nhost=${host}\nport=${port}\ndbname=postgres`
const URI = 'postgresql://postgres:[YOUR-PASSWORD]@db.example.com:5432/postgres'
const POOLED_URI = 'postgresql://postgres.abc:[YOUR-PASSWORD]@pool.example.com:6543/postgres'
const POOLED_KEYWORDS = KEYWORDS('postgres.abc', 'pool.example.com', 6543)
const dotnet = (text: string) => `{\n  "ConnectionStrings": {\n    "DefaultConnection": "${text}"\n  }\n}`

const DIRECT: Record<ConnectionType, string> = {
  uri: URI,
  psql: 'psql -h db.example.com -p 5432 -d postgres -U postgres',
  golang: `DATABASE_URL=${URI}`,
  jdbc: 'jdbc:postgresql://db.example.com:5432/postgres?user=postgres&password=[YOUR-PASSWORD]',
  dotnet: dotnet(
    'Host=db.example.com;Database=postgres;Username=postgres;Password=[YOUR-PASSWORD];SSL Mode=Require',
  ),
  nodejs: `DATABASE_URL=${URI}`,
  php: `DATABASE_URL=${URI}`,
  python: `DATABASE_URL=${URI}`,
  sqlalchemy: KEYWORDS('postgres', 'db.example.com', 5432),
}
const POOLED: Record<ConnectionType, string> = {
  uri: POOLED_URI,
  psql: 'psql -h pool.example.com -p 6543 -d postgres -U postgres.abc',
  golang: POOLED_KEYWORDS,
  jdbc: 'jdbc:postgresql://pool.example.com:6543/postgres?user=postgres.abc&password=[YOUR-PASSWORD]',
  dotnet: dotnet(
    'User Id=postgres.abc;Password=[YOUR-PASSWORD];Server=pool.example.com;Port=6543;Database=postgres',
  ),
  nodejs: `DATABASE_URL=${POOLED_URI}`,
  php: POOLED_KEYWORDS,
  python: POOLED_KEYWORDS,
  sqlalchemy: POOLED_KEYWORDS,
}

test.each(CONNECTION_TYPES)('%s has a form for the direct connection', (type) => {
  expect(connectionString(type, 'direct', direct).text).toBe(DIRECT[type])
})

const METHODS: ConnectionMethod[] = ['transaction', 'session']
test.each(METHODS.flatMap((method) => CONNECTION_TYPES.map((type) => [type, method] as const)))(
  '%s has a form for the %s pooler',
  (type, method) => {
    expect(connectionString(type, method, pooled).text).toBe(POOLED[type])
  },
)

test('addresses are one line; the others are code, with the file that they belong into', () => {
  const shown = CONNECTION_TYPES.map((type) => [type, connectionString(type, 'direct', direct)] as const)
  expect(Object.fromEntries(shown.map(([type, { form }]) => [type, form]))).toEqual({
    uri: 'line',
    psql: 'code',
    golang: 'code',
    jdbc: 'line',
    dotnet: 'code',
    nodejs: 'code',
    php: 'code',
    python: 'code',
    sqlalchemy: 'code',
  })
  expect(Object.fromEntries(shown.map(([type, { file }]) => [type, file]))).toEqual({
    uri: null,
    psql: null,
    golang: '.env',
    jdbc: null,
    dotnet: 'appsettings.json',
    nodejs: '.env',
    php: '.env',
    python: '.env',
    sqlalchemy: '.env',
  })
})

test('every string but psql, which asks for it, holds the placeholder once and no other password', () => {
  for (const type of CONNECTION_TYPES)
    for (const method of ['direct', ...METHODS] as const)
      expect(connectionString(type, method, pooled).text.split(PASSWORD_PLACEHOLDER)).toHaveLength(
        type === 'psql' ? 1 : 2,
      )
})

test('names with special characters stay one name in every form', () => {
  const odd = { host: '::1', port: 54_321, database: "my db'; drop", user: 'a@b:c/d?e#f%g é' }
  expect(connectionUri(odd)).toBe(
    "postgresql://a%40b%3Ac%2Fd%3Fe%23f%25g%20%C3%A9:[YOUR-PASSWORD]@[::1]:54321/my%20db'%3B%20drop",
  )
  expect(connectionString('psql', 'direct', odd).text).toBe(
    String.raw`psql -h ::1 -p 54321 -d 'my db'\''; drop' -U 'a@b:c/d?e#f%g é'`,
  )
  expect(connectionString('dotnet', 'direct', odd).text).toContain(
    String.raw`Host=::1;Port=54321;Database=\"my db'; drop\";Username=a@b:c/d?e#f%g é;`,
  )
  expect(connectionString('dotnet', 'direct', { ...odd, database: 'a"b' }).text).toContain(
    String.raw`Database=\"a\"\"b\";`,
  )
  expect(connectionString('jdbc', 'direct', odd).text).toContain('user=a%40b%3Ac%2Fd%3Fe%23f%25g%20%C3%A9&')
})

test('on this machine .NET does not insist on TLS, and names a port that is not its default', () => {
  const here = connectionString('dotnet', 'direct', { ...direct, host: '127.0.0.1', port: 40_001 }).text
  expect(here).toContain('"Host=127.0.0.1;Port=40001;Database=postgres;')
  expect(here).toContain('SSL Mode=Prefer"')
})

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['127.10.20.30', true],
  ['10127.0.0.1', false],
  ['::1', true],
  ['localhost', true],
  ['127.0.0.1.example.com', false],
  ['10.0.0.1', false],
])('%s is loopback: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is)
})

test('lib/pq of Go speaks no TLS to this machine, and to others as it does by itself', () => {
  const here = { ...direct, host: '127.0.0.1', port: 40_001 }
  expect(connectionString('golang', 'direct', here).text).toBe(
    'DATABASE_URL=postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:40001/postgres?sslmode=disable',
  )
  expect(connectionString('golang', 'session', here).text.split('\n').at(-1)).toBe('sslmode=disable')
  expect(connectionString('golang', 'direct', direct).text).not.toContain('sslmode')
})
