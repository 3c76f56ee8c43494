// PostgreSQL's words and their colours. Monaco's own grammar counts AND, JOIN and NULL as operators,
// which would give `and` and `=` one colour, and ends a nested comment at its first `*/`.
import { languages } from 'monaco-editor/editor/editor.api'
import { conf, language } from 'monaco-editor/languages/definitions/pgsql/pgsql'

/** The id of the language in Monaco. */
export const SQL = 'pgsql'

languages.register({ id: SQL })
languages.setLanguageConfiguration(SQL, conf)
languages.setMonarchTokensProvider(SQL, {
  ...language,
  keywords: [...(language.keywords as string[]), ...(language.operators as string[])],
  operators: [],
  tokenizer: {
    ...language.tokenizer,
    comment: [
      [/[^*/]+/, 'comment'],
      [/\/\*/, { token: 'comment.quote', next: '@push' }],
      [/\*\//, { token: 'comment.quote', next: '@pop' }],
      [/./, 'comment'],
    ],
  },
})
