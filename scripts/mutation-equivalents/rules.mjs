import { entriesIn, NEVER_MISSING, SHORTCUT, ANY_TEXT } from './entry.mjs'

const of = entriesIn('packages/core/src')

export const rules = [
  ...of('rules/command-search', 'if ((candidate.letters & wanted) !== wanted) continue', SHORTCUT, [
    '(candidate.letters & wanted) !== wanted',
    'false',
  ]),
  ...of(
    'rules/command-search',
    'if (best.isAbove(AT_START - lengthCost(candidate.text))) {',
    SHORTCUT,
    ['best.isAbove(AT_START - lengthCost(candidate.text))', 'false'],
    ['AT_START - lengthCost(candidate.text)', 'AT_START + lengthCost(candidate.text)'],
  ),
  ...of('rules/command-search', 'if (this.isAbove(score)) return', SHORTCUT, [
    'this.isAbove(score)',
    'false',
  ]),
  ...of('rules/command-search', 'last = { query, fitting }', SHORTCUT, ['{ query, fitting }', '{}']),
  ...of(
    'rules/command-search',
    'const words = query.split(/\\s+/)',
    'an empty word is found at the start of every text, which changes no order',
    ['/\\s+/', '/\\s/'],
  ),
  ...of('rules/command-search', "const first = word[0] ?? ''", NEVER_MISSING, ["''", ANY_TEXT]),
]
