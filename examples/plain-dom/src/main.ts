/** A front end without a framework: it subscribes to the stores of the core, calls its actions, and draws. */
import { createDeck, type Notifier, type OpenScreen } from '@basedeck/core'
import { createBrowserHost } from '@basedeck/core/browser'
import { shellText } from '@basedeck/core/text'
import { button, element, live, type End } from './dom.js'
import { drawEditor } from './editor.js'
import { drawList } from './list.js'

const nav = byId('nav')
const page = byId('page')
const notes = byId('notes')

const notifier: Notifier = {
  notify: ({ message }) => notes.replaceChildren(message),
  progress(note) {
    notes.replaceChildren(note.message)
    return {
      update: ({ message }) => notes.replaceChildren(message),
      end: (outcome) => notes.replaceChildren(outcome?.message ?? ''),
    }
  },
}

const deck = createDeck(createBrowserHost({ notifier }), { baseUrl: '' })
const ref = 'default'
const links = [
  ['SQL editor', deck.router.href('sqlEditor', { ref, id: '1' })],
  ['Tables', deck.router.href('tables', { ref })],
  ['Roles', deck.router.href('roles', { ref })],
] as const

live(nav, deck.router.$route, ({ location }) =>
  links.map(([label, href]) => link(label, href, location.pathname === href)),
)

let end: End = () => undefined
deck.$screen.subscribe((open) => {
  end()
  end = draw(open)
})

function draw(open: OpenScreen): End {
  switch (open.name) {
    case 'sqlEditor':
      return drawEditor(open.screen, page)
    case 'tables':
    case 'roles':
      return drawList(open.screen, page)
    case 'waiting':
      return say('…')
    case 'notFound':
      return say(shellText.notFoundTitle)
    case 'unreachable':
      return say(open.message, button('Try again', open.retry))
    default:
      return say(`This front end does not draw the page ${open.name}.`)
  }
}

function say(...children: (Node | string)[]): End {
  page.replaceChildren(element('p', {}, ...children))
  return () => undefined
}

/** A link that changes the address without loading the page again. */
function link(label: string, href: string, isHere: boolean): HTMLAnchorElement {
  return element(
    'a',
    {
      href,
      ...(isHere ? { ariaCurrent: 'page' } : {}),
      onclick: (event) => {
        event.preventDefault()
        deck.router.open(href)
      },
    },
    label,
  )
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found
}
