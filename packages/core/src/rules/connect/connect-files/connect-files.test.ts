import { expect, test } from 'vitest'
import { CONNECT_FRAMEWORKS } from '../connect-catalogue.js'
import { connectFiles, type ChosenFramework } from './connect-files.js'

const values = {
  address: 'http://127.0.0.1:8788/abc',
  key: 'the-key',
  databaseUrl: 'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:40001/postgres',
}

/** Every choice that the dialog offers. */
const CHOICES = Object.values(CONNECT_FRAMEWORKS).flatMap((entries) =>
  entries.flatMap(({ key, children }) =>
    children.flatMap((child): ChosenFramework[] =>
      child.children.length === 0
        ? [{ framework: key, with: child.key }]
        : child.children.map((library) => ({ framework: key, using: child.key, with: library.key })),
    ),
  ),
)
const nameOf = (choice: ChosenFramework) => Object.values(choice).join(' ')
const textOf = (choice: ChosenFramework) =>
  connectFiles(choice, values)
    .map(({ code }) => code)
    .join('\n')

test.each(CHOICES.map((choice) => [nameOf(choice), choice] as const))('%s has files', (_, choice) => {
  const files = connectFiles(choice, values)
  const names = files.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { code } of files) expect(code).not.toBe('')
})

test('files of a browser or a phone hold address and key, and never a database URL', () => {
  for (const choice of CHOICES.filter(({ with: library }) => library === 'client')) {
    const text = textOf(choice)
    expect(text).toContain(values.address)
    expect(text).toContain(values.key)
    expect(text).not.toContain('DATABASE_URL')
    expect(text).not.toContain('postgresql:')
  }
})

test('files of a driver hold the database URL with its placeholder, and never the key', () => {
  for (const choice of CHOICES.filter(({ with: library }) => library !== 'client')) {
    const text = textOf(choice)
    expect(text).toContain(`DATABASE_URL="${values.databaseUrl}"`)
    expect(text).not.toContain(values.key)
  }
})

test('files of browsers and phones use the family’s client for what is served, and install it', () => {
  for (const choice of CHOICES.filter(({ with: library }) => library === 'client')) {
    const text = textOf(choice)
    expect(text).toMatch(
      /@supabase\/supabase-js|supabase_flutter|supabase-swift|io\.github\.jan-tennert\.supabase/,
    )
    expect(text).not.toMatch(/\b(functions|realtime|channel)\b\s*[.(]/)
    expect(text).not.toMatch(/\/v1\//)
  }
})

test('an entry that the catalogue does not have is an error', () => {
  expect(() => connectFiles({ framework: 'cobol', with: 'client' }, values)).toThrow('no files for cobol')
})

test('files for a database with one session open one connection', () => {
  for (const choice of CHOICES) {
    const text = connectFiles(choice, { ...values, hasOneConnection: true })
      .map(({ code }) => code)
      .join('\n')
    const pools = text.match(/new Pool\(|postgres\(process|new PrismaPg\(/g) ?? []
    expect([nameOf(choice), text.match(/max: 1 \}/g)?.length ?? 0]).toEqual([nameOf(choice), pools.length])
    expect(textOf(choice)).not.toContain('max: 1 }')
  }
})

test('postgres.js keeps no prepared statements: a transaction pooler can’t', () => {
  for (const choice of CHOICES)
    for (const line of textOf(choice).split('\n'))
      if (line.includes('postgres(process')) expect(line).toContain('prepare: false')
})

test('a module of a server keeps no session, since all visitors share it', () => {
  const server = textOf({ framework: 'remix', with: 'client' })
  expect(server).toContain('persistSession: false')
  expect(server).not.toContain('signInWithPassword')
  expect(textOf({ framework: 'vuejs', with: 'client' })).toContain('signInWithPassword')
})
