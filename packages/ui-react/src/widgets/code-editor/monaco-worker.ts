// Starts the worker of a language service of Monaco. The dashboard's build puts it in the place of Monaco's own file, which
// brings every feature of the editor with it: their services are missing once an editor is open, and each later editor fails.
import { editor, type IDisposable } from 'monaco-editor/editor/editor.api'

interface WorkerSettings {
  label?: string
  createData?: unknown
  createWorker(): Worker
  host?: Record<string, (...given: never[]) => unknown>
  keepIdleModels?: boolean
}

/** The worker hears what it is made of with its second message. */
export function createWebWorker<Service extends object>(
  settings: WorkerSettings,
): IDisposable & editor.MonacoWebWorker<Service> {
  const { label = '', createData, createWorker, host, keepIdleModels } = settings
  const made = globalThis.MonacoEnvironment?.getWorker?.('workerMain.js', label) ?? createWorker()
  const worker = Promise.resolve(made).then((started) => {
    started.postMessage('ignore')
    started.postMessage(createData)
    return started
  })
  return editor.createWebWorker<Service>({
    worker,
    ...(host && { host }),
    ...(keepIdleModels !== undefined && { keepIdleModels }),
  })
}
