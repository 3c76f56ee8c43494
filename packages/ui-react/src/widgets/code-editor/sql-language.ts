// PostgreSQL's words and their colours. Monaco's own grammar counts AND and JOIN as operators, leaves
// INSERT and BY plain since PostgreSQL doesn't reserve them, takes every column called `name` for a
// function, and ends a nested comment at its first `*/`.
import { languages } from 'monaco-editor/editor/editor.api'
import { conf, language } from 'monaco-editor/languages/definitions/pgsql/pgsql'

/** The id of the language in Monaco. */
export const SQL = 'pgsql'

/** Words that PostgreSQL does not reserve but that readers take for keywords. */
const COMMANDS =
  'alter begin by call cascade comment commit copy declare delete drop escape exclude execute explain ' +
  'extension first following function if index inherit insert instead language last listen lock ' +
  'materialized merge nothing notify nulls of over partition policy preceding procedure refresh rename ' +
  'replace restrict returns revoke rollback row rows savepoint schema sequence set show temporary ' +
  'transaction trigger truncate type unbounded until update vacuum values view within without'

/** Their last words alone may be names: `key` and `identity` are columns as well. */
const PHRASES = /\b(?:(?:primary|foreign)\s+key|generated\s+(?:always|by\s+default)\s+as(?:\s+identity)?)\b/

languages.register({ id: SQL })
languages.setLanguageConfiguration(SQL, conf)
languages.setMonarchTokensProvider(SQL, {
  ...language,
  unicode: true,
  keywords: [...language['keywords'], ...language['operators'], ...COMMANDS.split(' ')],
  tokenizer: {
    ...language.tokenizer,
    root: [
      { include: '@comments' },
      { include: '@whitespace' },
      { include: '@numbers' },
      { include: '@strings' },
      { include: '@complexIdentifiers' },
      [PHRASES, 'keyword'],
      [/[;,.]/, 'delimiter'],
      [/[()[\]]/, '@brackets'],
      [
        /[\p{L}_][\p{L}\p{N}_$]*(?=\s*\()/u,
        { cases: { '@keywords': 'keyword', '@builtinFunctions': 'predefined', '@default': 'identifier' } },
      ],
      [/[\p{L}_][\p{L}\p{N}_$]*/u, { cases: { '@keywords': 'keyword', '@default': 'identifier' } }],
      [/[<>=!%&+\-*/|~^:?@#]/, 'operator'],
    ],
    comment: [
      [/[^*/]+/, 'comment'],
      [/\/\*/, { token: 'comment.quote', next: '@push' }],
      [/\*\//, { token: 'comment.quote', next: '@pop' }],
      [/./, 'comment'],
    ],
  },
})
