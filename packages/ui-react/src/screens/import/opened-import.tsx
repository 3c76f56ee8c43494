/** The panel of an import while it is open; its code is loaded with the first one. */
import type { OpenImport } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { lazyComponent } from '../../bind/lazy-component.js'
import { useLast } from '../../bind/use-last.js'

const CsvImportPanel = lazyComponent(async () => (await import('./csv-import-panel.js')).CsvImportPanel)

export function OpenedImport({ importing }: { importing: OpenImport }) {
  const panel = useStore(importing.$panel)
  const last = useLast(panel)
  return last && <CsvImportPanel csvImport={panel} onClose={importing.close} />
}
