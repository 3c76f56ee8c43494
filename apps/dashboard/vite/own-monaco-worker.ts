/** Puts our `monaco-worker.ts` in the place of Monaco's file that starts workers; why, it says itself. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OWN = fileURLToPath(
  new URL('../../../packages/ui-react/src/widgets/code-editor/monaco-worker.ts', import.meta.url),
)

export function ownMonacoWorker(): Plugin {
  return {
    name: 'basedeck-own-monaco-worker',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.includes('monaco-editor') && source.endsWith('/internal/common/workers.js') ? OWN : null,
  }
}
