/**
 * Lets files of the program be requested again after a failure. A browser remembers for the life of a page that a module
 * could not be loaded: so imports go through `src/import-again.ts`, and what a file imports is not preloaded beside it,
 * because a preload that fails is remembered too.
 */
import type { Plugin } from 'vite'

const IMPORT = /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g

export function importAgain(): Plugin {
  return {
    name: 'basedeck-import-again',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_file, files, { hostType }) =>
            hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
        },
      },
    }),
    generateBundle: {
      // Vite finds the style sheets of each import before.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = throughOurs(file.code)
      },
    },
  }
}

function throughOurs(code: string): string {
  const plain = '(u=>import(new URL(u,import.meta.url).href))'
  return code.replace(
    IMPORT,
    (_all, _quote, path: string) =>
      `(globalThis.basedeckImport||${plain})(${JSON.stringify(path)},import.meta.url)`,
  )
}
