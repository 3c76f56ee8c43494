/** The Connect dialog without a view: every kind of connection string, and the files of a framework. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function connectFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  await deck.open('projectHome', { ref })
  deck.router.open(`/project/${ref}?showConnect=true`)
  const { $dialog } = deck.shell.extras.connect
  const connect = await waitFor(
    $dialog,
    'the dialog',
    (dialog): dialog is NonNullable<typeof dialog> => dialog !== null,
  )
  const { strings, files } = connect
  for (const { value, label } of strings.types) {
    strings.chooseType(value)
    const panels = await waitFor(strings.$panels, 'the connection strings', (shown): shown is typeof shown =>
      shown.every(({ isLoading }) => !isLoading),
    )
    for (const { title, shown, unavailable } of panels) {
      const [first = ''] = (shown?.text ?? unavailable ?? '').split('\n')
      assert.ok(first, `${title} shows a string or says why there is none`)
      say(`${label}, ${title}: ${shown?.text.replaceAll('\n', ' ') ?? unavailable}`)
    }
  }
  deck.router.open(`/project/${ref}?showConnect=true&tab=orms&framework=drizzle`)
  const shown = await waitFor(
    files.$files,
    'the files',
    (list): list is NonNullable<typeof list> => list !== null,
  )
  say(`Drizzle: ${shown.map(({ name }) => name).join(', ')}`)
  connect.close()
  assert.equal($dialog.get(), null)
}
