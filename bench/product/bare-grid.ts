/** The floor of scrolling: the same grid, the same rows, nothing of ours. Built when the bench runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const PAGE = '<!doctype html><div id="root"></div><script type="module" src="./main.tsx"></script>'
const mainOf = ({ columns, rows, height }: BareGrid) => `
import 'react-data-grid/lib/styles.css'
import { createRoot } from 'react-dom/client'
import { DataGrid } from 'react-data-grid'
const columns = Array.from({ length: ${columns} }, (_, c) => ({ key: String(c), name: 'c' + c, width: 100, renderCell: ({ row }) => row[c] }))
const rows = Array.from({ length: ${rows} }, (_, n) => columns.map((_, c) => String(n + c)))
createRoot(document.getElementById('root')).render(<DataGrid columns={columns} rows={rows} rowHeight={30} style={{ height: ${height} }} />)
`

/** Its rows and columns, and its height in pixels. */
export interface BareGrid {
  columns: number
  rows: number
  height: number
}

const OF_RESULTS: BareGrid = { columns: 30, rows: 100_000, height: 400 }

export async function serveBareGrid(
  grid: BareGrid = OF_RESULTS,
): Promise<{ url: string; close(): Promise<void> }> {
  const { createServer } = await import('vite')
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-bare-grid-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'main.tsx'), mainOf(grid))
  const modules = (name: string) => join(root, 'node_modules', name)
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        'react-data-grid': modules('react-data-grid'),
        'react-dom': modules('react-dom'),
        react: modules('react'),
      },
    },
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
    oxc: { jsx: { runtime: 'automatic' } },
  })
  await server.listen()
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
