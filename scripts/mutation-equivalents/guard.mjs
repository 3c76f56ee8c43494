import { entriesIn, NEVER_MISSING } from './entry.mjs'

const of = entriesIn('packages/sql-guard/src')
const ANSWERS_FIT = 'the answer to a question is of its kind: the types have to be told'

export const guard = [
  ...of(
    'aside/judge-aside',
    "answer: (said) => said.type === 'judgement' && resolve(said.judgement),",
    ANSWERS_FIT,
    ["said.type === 'judgement'", 'true'],
  ),
  ...of(
    'aside/judge-aside',
    "answer: (said) => said.type === 'reader' && resolve(said.refusal),",
    ANSWERS_FIT,
    ["said.type === 'reader'", 'true'],
  ),
  ...of(
    'statements',
    "return { what: last.kind === 'quoted' || last.kind === 'comment' ? last.kind : 'string', start: last.start }",
    'nothing but these two and strings can be left open: the types have to be told',
    ["last.kind === 'quoted' || last.kind === 'comment'", 'true'],
  ),
  ...of(
    'pieces',
    'if (first && last && hasTokens(significant))',
    NEVER_MISSING,
    ['first && last', 'true'],
    ['first && last', 'first || last'],
  ),
  ...of(
    'grammar/findings',
    "const isCall = tokens[this.positions.indexAt(end)]?.kind === 'open'",
    'behind the name of a function there is always something',
    ['tokens[this.positions.indexAt(end)]?.kind', 'tokens[this.positions.indexAt(end)].kind'],
  ),
  ...of('grammar/findings', 'return { start, end: tokens[index]?.end ?? end }', NEVER_MISSING, [
    'tokens[index]?.end',
    'tokens[index].end',
  ]),
  ...of(
    'grammar/findings',
    'return this.positions.at(byte > 0 ? this.positions.offsetOfByte(byte) : this.start)',
    'the parser gives no position where it is 0, so `byte` is never 0',
    ['byte > 0', 'byte >= 0'],
  ),
  ...of(
    'grammar/findings',
    "start > this.start && positions.word(index) === 'for' && LOCKS.has(positions.word(index + 1)),",
    'no statement begins with `for`',
    ['start > this.start', 'start >= this.start'],
  ),
  ...of(
    'grammar/names',
    'if (token) names.columns.push({ name, start: token.start, end: token.end })',
    NEVER_MISSING,
    ['token', 'true'],
  ),
]
