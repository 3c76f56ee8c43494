/** The rows of a query in files: those that are shown, and the whole result, streamed by the platform. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import type { NodeHost } from '@basedeck/core/node'

const ROWS = 1000

export interface FilesFlow {
  ref: string
  host: NodeHost
  /** Fetches a file that the platform offers. */
  download(path: string): Promise<string>
}

export async function filesFlow(
  deck: Deck,
  { ref, host, download }: FilesFlow,
  say: (text: string) => void,
): Promise<void> {
  const { screen } = await deck.open('sqlEditor', { ref, id: randomUUID() })
  screen.type(`select n from generate_series(1, ${ROWS}) n`)
  await screen.run()
  if (screen.$question.get()) await screen.confirm()
  assert.equal(screen.$footer.get()?.limited, '(Limited to only 100 rows)', JSON.stringify(screen.$run.get()))
  screen.exportShown('csv')
  assert.equal(linesOf(host.saved.at(-1)?.text ?? ''), 1 + 100)
  say('the rows that are shown, in a file')

  screen.askWhole('csv')
  const outcome = await screen.exportForm.submit()
  assert.equal(outcome.type, 'done', JSON.stringify(outcome))
  assert.equal(linesOf(await download(host.downloads.at(-1)?.url ?? '')), 1 + ROWS)
  say(`the whole result in a file: ${ROWS} rows`)
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}
