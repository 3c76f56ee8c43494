// TypeScript and JavaScript, of which edge functions are written, and the colours of JSON. Colours only: types are checked
// where a function is deployed.
import { languages } from 'monaco-editor/editor/editor.api'
import { conf, language } from 'monaco-editor/languages/definitions/typescript/typescript'

/** The id of the language in Monaco. */
export const TYPESCRIPT = 'typescript'
/** The id of the language in Monaco. */
export const JSON_TEXT = 'json'

languages.register({ id: TYPESCRIPT })
languages.setLanguageConfiguration(TYPESCRIPT, conf)
languages.setMonarchTokensProvider(TYPESCRIPT, language)

languages.register({ id: JSON_TEXT })
languages.setMonarchTokensProvider(JSON_TEXT, {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'type'],
      [/"(?:[^"\\]|\\.)*"/, 'string'],
      [/\/\/.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
      [/\b(?:true|false|null)\b/, 'keyword'],
      [/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/, 'number'],
      [/[{}[\]]/, '@brackets'],
      [/[,:]/, 'delimiter'],
    ],
    comment: [
      [/[^*]+/, 'comment'],
      [/\*\//, 'comment', '@pop'],
      [/\*/, 'comment'],
    ],
  },
})
