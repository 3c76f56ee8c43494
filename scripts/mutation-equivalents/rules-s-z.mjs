import { entriesIn, NEVER_MISSING, SHORTCUT, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')
/** Of the outline of a text. */
const SHORTCUT_OUTLINE = 'a shortcut: without it the rest of the text is read again, to the same outcome'

export const rulesSToZ = [
  ...of(
    'rules/sql/schema-tree',
    "const [type, schema = '', name = '', column = ''] = JSON.parse(key) as string[]",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of('rules/sql/schema-tree', 'return one < other ? -1 : 1', 'no two names are equal', [
    'one < other',
    'one <= other',
  ]),
  ...of(
    'rules/results/selection-figures',
    "const [type = ''] = types",
    'without a type nothing is compared',
    ["''", ANY_TEXT],
  ),
  ...of(
    'rules/results/selection-figures',
    '...(isOrdered && least && greatest ? { min: shown(least.cell), max: shown(greatest.cell) } : {}),',
    'both are there or neither: the types have to be told',
    ['least && greatest', 'least || greatest'],
  ),
  ...of(
    'rules/sql/signature',
    "if (name === undefined || words.is(open - 2, 'into', 'table', 'references', 'as', 'on')) return []",
    'no function is called by no name: the types have to be told',
    ['name === undefined', 'false'],
  ),
  ...of(
    'rules/sql/signature',
    'const ends = [...commas.map((index) => words.tokens[index]?.start ?? text.length), text.length]',
    NEVER_MISSING,
    ['words.tokens[index]?.start', 'words.tokens[index].start'],
  ),
  ...of(
    'rules/organization/slug',
    ".replace(/[ßæœøłđþ]/giu, (letter) => SPELT[letter.toLowerCase()] ?? '')",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'rules/documents/snippet-tree',
    "const [type, first = '', second = ''] = key.split(':')",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'rules/sql/sql-catalogue',
    'const all = index.byName.get(name) ?? []',
    'what has no schema is found in none',
    ['[]', ANY_LIST],
  ),
  ...of(
    'rules/sql/sql-catalogue',
    'parts.sort((a, b) => (a.part < b.part ? -1 : a.part > b.part ? 1 : 0))',
    'sorting asks only which of two comes first, and equal ones stay as they were',
    ['a.part > b.part', 'true'],
    ['a.part > b.part', 'false'],
    ['a.part > b.part', 'a.part >= b.part'],
    ['a.part > b.part', 'a.part <= b.part'],
  ),
  ...of(
    'rules/sql/sql-catalogue',
    'if (maySkipLetters && found.length < limit && word.length >= SPARSE_LETTERS) {',
    SHORTCUT,
    ['found.length < limit', 'true'],
    ['found.length < limit', 'found.length <= limit'],
  ),
  ...of(
    'rules/sql/sql-catalogue',
    "if ((parts[middle]?.part ?? '') < word) low = middle + 1",
    NEVER_MISSING,
    ['parts[middle]?.part', 'parts[middle].part'],
    ["''", ANY_TEXT],
  ),
  ...of('rules/sql/sql-outline', 'const delta = text.length - before.text.length', SHORTCUT_OUTLINE, [
    'text.length - before.text.length',
    'text.length + before.text.length',
  ]),
  ...of(
    'rules/sql/sql-outline',
    'for (let step = 0; step < later.length; step = step * 4 + 1) {',
    SHORTCUT_OUTLINE,
    ['step < later.length', 'false'],
    ['{', '{}'],
  ),
  ...of('rules/sql/sql-outline', 'const found = endsIn(text.slice(from, border), from)', SHORTCUT_OUTLINE, [
    'text.slice(from, border)',
    'text',
  ]),
  ...of(
    'rules/sql/sql-outline',
    'if (found.at(-1) === border)',
    SHORTCUT_OUTLINE,
    ['found.at(-1) === border', 'false'],
    ['-1', '+1'],
  ),
  ...of(
    'rules/sql/sql-problem',
    'if (cursor > problem.start) return cursor > problem.end',
    'at its beginning a problem is not shown for either reason',
    ['cursor > problem.start', 'cursor >= problem.start'],
  ),
  ...of(
    'rules/sql/sql-scope',
    'const [from = 0, to = 0] = levelsAround(words, at).next().value ?? []',
    NEVER_MISSING,
    ['[]', ANY_LIST],
  ),
  ...of(
    'rules/sql/sql-scope',
    "if (name === undefined || words.is(at, 'select', 'insert', 'update')) return at",
    'nothing refers to a query without a name: the types have to be told',
    ['name === undefined', 'false'],
  ),
  ...of(
    'rules/sql/sql-scope',
    'if (cast === undefined) return undefined',
    'where there is no cast nothing is behind it: the types have to be told',
    ['cast === undefined', 'false'],
  ),
  ...of(
    'rules/sql/sql-scope',
    'return open === undefined ? undefined : words.plainName(open - 1)',
    'there is no name before a bracket that is missing: the types have to be told',
    ['open === undefined', 'false'],
  ),
  ...of(
    'rules/sql/sql-scope',
    "const column = columns[index] ?? { ...unknown, name: '' }",
    'it gets the name that was given',
    ["''", ANY_TEXT],
  ),
  ...of(
    'rules/sql/sql-words',
    'if (other === undefined) continue',
    'no bracket is at no index: the types have to be told',
    ['other === undefined', 'false'],
  ),
  ...of(
    'rules/table-editor/staged-edits',
    "if (one.type !== 'text' || other?.type !== 'text') return one.type === other?.type",
    'only a value of the type `text` has a text, so any other value differs from it: the types have to be told',
    ["one.type !== 'text'", 'false'],
  ),
  ...of(
    'rules/sql/suggestion-keys',
    'if (!before) return false',
    'an alias stands behind something: the types have to be told',
    ['!before', 'false'],
    ['false', 'true'],
  ),
  ...of('rules/table-editor/table-address', "const [name = '', direction] = text.split(':')", NEVER_MISSING, [
    "''",
    ANY_TEXT,
  ]),
  ...of(
    'rules/table-editor/table-address',
    "const [name = '', operator = '', ...value] = text.split(':')",
    'a name is never missing, and neither text is an operator',
    ["''", ANY_TEXT],
  ),
  ...of(
    'rules/table-editor/typed-filter',
    'if (!found) return []',
    'any text is a value: the types have to be told',
    ['!found', 'false'],
    ['[]', ANY_LIST],
  ),
  ...of('rules/table-editor/typed-filter', "const [, single, double, bare = ''] = found", NEVER_MISSING, [
    "''",
    ANY_TEXT,
  ]),
]
