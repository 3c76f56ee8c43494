import { expect, test } from 'vitest'
import { needsProblems } from './screen-needs.mjs'

test.each([
  ['of a parameter', 'export function createTeam(context: ScreenContext, slug: string): Team {'],
  ['taken apart', 'export function createTeam({ client }: ScreenContext): Team {'],
  ['on a line by itself', 'export function createTeam(\n  context:\n    ScreenContext,\n): Team {'],
  ['by all its names', 'export function createTeam(context: Needs<keyof ScreenContext>): Team {'],
  ['in a type', "type Source = (context: Pick<ScreenContext, 'client'>) => Data"],
])('a screen may not use the whole context: %s', (_, text) => {
  expect(needsProblems('organization/team.ts', text)).toEqual([
    expect.stringContaining('screens/organization/team.ts uses the whole ScreenContext'),
  ])
})

test('a file of the list that declares its members leaves the list', () => {
  expect(needsProblems('shell.ts', "export function createShell(context: Needs<'client'>): Shell {")).toEqual(
    [expect.stringContaining('screens/shell.ts is listed')],
  )
})

test.each([
  ['organization/team.ts', "export function createTeam({ client }: Needs<'client'>): Team {"],
  ['organization/team.ts', "function rowOf(href: ScreenContext['router']['href']): Row {"],
  ['organization/team.test.ts', 'const context: ScreenContext = {'],
  ['shell.ts', 'export function createShell(context: ScreenContext): Shell {'],
])('%s may say %s', (file, text) => {
  expect(needsProblems(file, text)).toEqual([])
})
