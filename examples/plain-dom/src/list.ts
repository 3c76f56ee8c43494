/** A list of what the database holds: searched, sorted, read page by page. */
import type { CatalogueListScreen } from '@basedeck/core'
import { button, element, live, table, together, type End } from './dom.js'

type View = ReturnType<CatalogueListScreen['$view']['get']>
type Gate = ReturnType<CatalogueListScreen['gate']['$gate']['get']>

export function drawList(screen: CatalogueListScreen, page: HTMLElement): End {
  const find = element('input', {
    type: 'search',
    ariaLabel: screen.findLabel,
    placeholder: screen.findLabel,
    oninput: () => screen.search(find.value),
  })
  const gate = element('div', { role: 'alert' })
  const count = element('span', { role: 'status' })
  const list = element('section', { ariaLabel: screen.title })
  const bar = element('div', { className: 'row' }, find, count)
  page.replaceChildren(element('h1', {}, screen.title), element('p', {}, screen.lead), gate, bar, list)

  return together(
    live(gate, screen.gate.$gate, drawGate),
    screen.$search.subscribe((words) => {
      if (find.value !== words) find.value = words
    }),
    live(count, screen.$count, (said) => said),
    live(list, screen.$view, (view) => drawView(screen, view)),
  )
}

/** Why the database can't be asked now. */
function drawGate(gate: Gate): string | null {
  if (gate.status === 'closed') return `${gate.title}. ${gate.body}`
  return gate.status === 'failed' ? gate.message : null
}

function drawView(screen: CatalogueListScreen, view: View): HTMLElement {
  if (view.status === 'loading') return element('p', {}, '…')
  if (view.status === 'failed')
    return element('p', {}, view.title, ' ', view.detail, ' ', button('Try again', view.retry))
  if (view.status === 'empty') return element('p', {}, view.title, ' ', view.body)
  return element(
    'div',
    {},
    table(
      screen.columns.map(({ key, label }) => button(label, () => screen.sorting.by(key))),
      view.rows.map(({ cells }) => cells.map(({ text }) => text)),
    ),
    view.hasMore ? button('Show more', () => screen.loadMore()) : null,
  )
}
