/** What runs in the fake's databases, and its exports. Of their files it serves no bytes: a client fetches none. */
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

export function runningRoutes(running: FakeRunning): FakeRoute[] {
  const progressOf = (id = '') => {
    const progress = running.exports.get(id)
    if (!progress)
      throw new FakeRefusal(
        404,
        'export_not_found',
        'This export has ended, or its file was already downloaded',
      )
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
      const { query, format, name } = body as { query: string; format: string; name: string }
      if (running.exportRefusal !== undefined) throw new FakeRefusal(400, '42P01', running.exportRefusal)
      if (!/^\s*(?:select|with|table|values)\b/i.test(query) || /;\s*\S/.test(query))
        throw new FakeRefusal(400, 'not_exportable', 'Only a single statement that reads can be exported')
      const id = `export-${running.exports.size + 1}`
      running.exports.set(id, { state: 'waiting', rows: 0, bytes: 0 })
      const extension = { markdown: 'md', value: 'txt' }[format] ?? format
      return {
        id,
        name: `${name}.${extension}`,
        path: `/platform/pg-meta/${params['ref']}/exports/${id}/file`,
      }
    }),
    fakeRoute(exportProgress, ({ params }) => progressOf(params['exportId'])),
    fakeRoute(exportFile, ({ params }) => progressOf(params['exportId'])),
    fakeRoute(cancelExport, ({ params }) => {
      const progress = running.exports.get(params['exportId'] ?? '')
      if (!progress || progress.state === 'done' || progress.state === 'cancelled')
        return { cancelled: false }
      running.exports.set(params['exportId'] ?? '', { state: 'cancelled', rows: 0, bytes: 0 })
      return { cancelled: true }
    }),
  ]
}
