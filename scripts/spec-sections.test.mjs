import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inventedCitations, inventedSections, sectionsOn } from './spec-sections.mjs'
import { root } from './workspace.mjs'

const upTo = (last) => Array.from({ length: last }, (_, index) => String(index + 1))
const sections = { SPEC: upTo(9), DESIGN: upTo(11) }

test('the page lists nine sections of the specification and eleven of the design', () => {
  expect(sectionsOn(readFileSync(join(root, 'docs/specification.md'), 'utf8'))).toEqual(sections)
})

test('a page that lost its tables lists none', () => {
  expect(sectionsOn('# Nothing')).toEqual({ SPEC: [], DESIGN: [] })
})

test.each([
  ['§4', []],
  ['§4 (SQL snippet saving), §5, §8', []],
  ['§10', ['§10']],
  ['§0, §1', ['§0']],
  ['4', ['4']],
  ['the editor', ['the editor']],
  ['', ['']],
  ['§2, table editor', ['table editor']],
])('%j names nothing that the specification has: %j', (spec, invented) => {
  expect(inventedSections(spec, sections.SPEC)).toEqual(invented)
})

test.each([
  ['/** Rows. SPEC §9. */', []],
  ['/** Rows. SPEC §14. */', ['SPEC §14']],
  ['// SPEC §§1, 2, CLARIFICATIONS "Grid"', []],
  ['// SPEC §§1, 12', ['SPEC §12']],
  ['// SPEC §2 (policies), §3', []],
  ['// SPEC §3 and §40; 50 rows', ['SPEC §40']],
  ['/**\n * Rows. SPEC\n * §14\n */', ['SPEC §14']],
  ['// DESIGN §11', []],
  ['// DESIGN §2, §12.', ['DESIGN §12']],
  ['// SPEC §0', ['SPEC §0']],
  ['const INSPECT = 14', []],
])('%j cites nothing that exists: %j', (text, invented) => {
  expect(inventedCitations(text, sections)).toEqual(invented)
})
