/** What runs in the fake's databases, and its exports. Of a result it exports the first cell. */
import {
  beginExport,
  cancelExport,
  exportFile,
  exportProgress,
  type ExportProgress,
} from '../contract/export.js'
import { cancelRunning, listRunning, type RunningQuery } from '../contract/running.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'

/** What runs in the databases of the fake platform, and how far its exports are. */
export interface FakeRunning {
  /** What runs now. */
  queries: RunningQuery[]
  /** How far every export is, by its id; change it as its file is fetched. */
  exports: Map<string, ExportProgress>
  /** The sentence that refuses the next export. */
  exportRefusal?: string
}

export function createFakeRunning(): FakeRunning {
  return { queries: [], exports: new Map() }
}

/** Of formats whose files end otherwise than they are called. */
const EXTENSIONS: Readonly<Record<string, string>> = { markdown: 'md', value: 'txt' }

/** @param firstCell of what a text of SQL answers */
export function runningRoutes(running: FakeRunning, firstCell: (sql: string) => string): FakeRoute[] {
  const files = new Map<string, string>()
  const progressOf = (id = '') => {
    const progress = running.exports.get(id)
    if (!progress) throw noExport()
    return progress
  }
  return [
    fakeRoute(listRunning, () => running.queries),
    fakeRoute(cancelRunning, ({ params }) => {
      const before = running.queries.length
      running.queries = running.queries.filter(({ id }) => id !== params['runningId'])
      return { cancelled: running.queries.length < before }
    }),
    fakeRoute(beginExport, ({ params, body }) => {
      const { query, format, name } = body
      if (running.exportRefusal !== undefined) throw new FakeRefusal(400, '42P01', running.exportRefusal)
      if (!/^\s*(?:select|with|table|values)\b/i.test(query) || /;\s*\S/.test(query))
        throw new FakeRefusal(400, 'not_exportable', 'Only a single statement that reads can be exported')
      const id = `export-${running.exports.size + 1}`
      running.exports.set(id, { state: 'waiting', rows: 0, bytes: 0 })
      files.set(id, firstCell(query))
      const extension = EXTENSIONS[format] ?? format
      return {
        id,
        name: `${name}.${extension}`,
        path: `/platform/pg-meta/${params['ref']}/exports/${id}/file`,
      }
    }),
    fakeRoute(exportProgress, ({ params }) => progressOf(params['exportId'])),
    fakeRoute(exportFile, ({ params }) => {
      const id = params['exportId'] ?? ''
      const file = files.get(id)
      if (file === undefined || progressOf(id).state !== 'waiting') throw noExport()
      files.delete(id)
      running.exports.set(id, { state: 'done', rows: 1, bytes: file.length })
      return JSON.parse(file)
    }),
    fakeRoute(cancelExport, ({ params }) => {
      const progress = running.exports.get(params['exportId'] ?? '')
      if (!progress || progress.state === 'done' || progress.state === 'cancelled')
        return { cancelled: false }
      running.exports.set(params['exportId'] ?? '', { state: 'cancelled', rows: 0, bytes: 0 })
      return { cancelled: true }
    }),
  ]
}

function noExport(): FakeRefusal {
  return new FakeRefusal(404, 'export_not_found', 'This export has ended, or its file was already downloaded')
}
