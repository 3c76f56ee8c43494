// Modules of Monaco that come without types.

declare module 'monaco-editor/languages/definitions/pgsql/pgsql' {
  import type { languages } from 'monaco-editor/editor/editor.api'

  export const conf: languages.LanguageConfiguration
  export const language: languages.IMonarchLanguage & { keywords: string[]; operators: string[] }
}

declare module 'monaco-editor/languages/definitions/typescript/typescript' {
  import type { languages } from 'monaco-editor/editor/editor.api'

  export const conf: languages.LanguageConfiguration
  export const language: languages.IMonarchLanguage
}

declare module 'monaco-editor/editor/editor.worker?worker' {
  const EditorWorker: new () => Worker
  export default EditorWorker
}

declare module 'monaco-editor/languages/features/typescript/ts.worker?worker' {
  const TypescriptWorker: new () => Worker
  export default TypescriptWorker
}

declare module 'monaco-editor/languages/features/typescript/tsMode' {
  import type { LanguageServiceDefaults } from 'monaco-editor/languages/features/typescript/register'

  export function setupTypeScript(defaults: LanguageServiceDefaults): void
}
