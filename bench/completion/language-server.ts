/**
 * The Postgres language server as a peer: it is installed into a folder that is removed afterwards, and asked over its
 * standard input and output as an editor would ask it.
 */
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createJsonRpc, type JsonRpc } from './json-rpc.js'

const execute = promisify(execFile)

export const LANGUAGE_SERVER = '@postgres-language-server/cli@0.25.5'

export interface LanguageServer {
  /** Opens the text and asks at the offset, as if it was just typed; the best answers first. */
  complete(text: string, offset: number): Promise<LanguageServerAnswer[]>
  dispose(): Promise<void>
}

export interface LanguageServerAnswer {
  label: string
  /** What it would write; undefined: the label. */
  insert: string | undefined
}

interface CompletionItem {
  label: string
  sortText?: string
  insertText?: string
  textEdit?: { newText: string }
}

/** @param database its URL */
export async function startLanguageServer(database: string): Promise<LanguageServer> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-pls-'))
  const root = join(folder, 'workspace')
  await mkdir(root)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await execute('npm', ['install', '--no-audit', '--no-fund', LANGUAGE_SERVER], { cwd: folder })
  const configuration = { db: { connectionString: database }, files: { maxSize: 1_000_000 } }
  await writeFile(join(root, 'postgres-language-server.jsonc'), JSON.stringify(configuration))
  const program = join(folder, 'node_modules/.bin/postgres-language-server')
  // Its daemon listens in the folder for temporary files: not where another one may be running.
  const options = { cwd: root, env: { ...process.env, TMPDIR: folder, PGT_LOG_PATH: folder } }
  const process_ = spawn(program, ['lsp-proxy'], options)
  const rpc = createJsonRpc(process_)
  await open(rpc, root)
  return {
    complete: (text, offset) => ask(rpc, root, text, offset),
    async dispose() {
      await execute(program, ['stop'], options).catch(() => undefined)
      await ended(process_)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function open(rpc: JsonRpc, root: string): Promise<void> {
  const uri = pathToFileURL(root).href
  await rpc.request('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'bench' }],
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  })
  rpc.notify('initialized', {})
}

let documents = 0

async function ask(
  rpc: JsonRpc,
  root: string,
  text: string,
  offset: number,
): Promise<LanguageServerAnswer[]> {
  const uri = pathToFileURL(join(root, `case-${documents++}.sql`)).href
  rpc.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'sql', version: 1, text } })
  const answer = (await rpc.request('textDocument/completion', {
    textDocument: { uri },
    position: positionAt(text, offset),
    context: { triggerKind: 1 },
  })) as CompletionItem[] | { items: CompletionItem[] } | null
  rpc.notify('textDocument/didClose', { textDocument: { uri } })
  const items = Array.isArray(answer) ? answer : (answer?.items ?? [])
  const key = (item: CompletionItem) => item.sortText ?? item.label
  return items
    .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
    .map(({ label, textEdit, insertText }) => ({ label, insert: textEdit?.newText ?? insertText }))
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}

function ended(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill()
  })
}
