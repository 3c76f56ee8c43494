/** What an organization uses, without a view: each metric with what the plan includes, and the share of each project. */
import type { Deck, Remote, UsageRow } from '@basedeck/core'
import { waitFor } from '../wait-for.js'

export async function usageFlow(deck: Deck, slug: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('usage', { slug })
  const { data } = await waitFor(screen.$rows, 'the usage', isReady)
  for (const { label, summary, projects } of data) {
    const shares = projects.map(({ name, used }) => `${name} ${used}`)
    say(`usage: ${[`${label} ${summary}`, ...shares].join(', ')}`)
  }
  if (data.length === 0) say('usage: nothing is counted yet')
}

const isReady = (rows: Remote<UsageRow[]>): rows is Extract<Remote<UsageRow[]>, { status: 'ready' }> =>
  rows.status === 'ready'
