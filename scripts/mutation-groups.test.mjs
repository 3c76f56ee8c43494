import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { groups } from './mutation-groups.mjs'
import { root } from './workspace.mjs'

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')

test('every name in a group is a file: one that was renamed is not left out without a word', () => {
  const patterns = Object.values(groups).flatMap(({ mutate, tests }) => [...mutate, ...tests])
  const names = patterns.flatMap(withoutBraces)
  expect(names.length).toBeGreaterThan(patterns.length)
  expect(names.filter((name) => !files.some((file) => expressionOf(name).test(file)))).toEqual([])
})

/** `a{b,c{d,e}}` is `ab`, `acd` and `ace`. */
function withoutBraces(pattern) {
  const braces = /^(.*)\{([^{}]*)\}(.*)$/.exec(pattern)
  if (!braces) return [pattern.replace(/^!/, '')]
  const [, before, choices, after] = braces
  return choices.split(',').flatMap((choice) => withoutBraces(before + choice + after))
}

function expressionOf(name) {
  return new RegExp(`^${name.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}$`)
}
