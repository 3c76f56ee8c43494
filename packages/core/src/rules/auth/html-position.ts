/**
 * Where in an HTML text a value would stand that follows what was read so far: between tags, in an attribute, in an address,
 * or where it could become code.
 * @rule auth.html-position  @spec §2
 */

/**
 * - `address`: the beginning of an address; `address-part`: later in it; `query-part`: behind its `?` or `#`
 * - `unsafe`: in a script, a style, a comment, the name of a tag or attribute, or a value without quotes
 */
export type HtmlPlace = 'text' | 'attribute' | 'address' | 'address-part' | 'query-part' | 'unsafe'

/** A reader of HTML that can be asked where it is. An end of a script that comes in two pieces is not seen: it stays unsafe. */
export interface HtmlPosition {
  read(html: string): void
  place(): HtmlPlace
  copy(): HtmlPosition
}

interface State {
  /** What was read of a tag that has not ended. */
  tag: string | undefined
  quote: string
  /** What ends a script, a style or a comment. */
  until: string | undefined
}

/** At the beginning of a text. */
export function htmlPosition(): HtmlPosition {
  return positionOf({ tag: undefined, quote: '', until: undefined })
}

function positionOf(state: State): HtmlPosition {
  return {
    read(html) {
      let at = 0
      while (at < html.length)
        at = state.until === undefined ? step(state, html, at) : leave(state, html, at, state.until)
    },
    place: () => placeIn(state),
    copy: () => positionOf({ ...state }),
  }
}

/** @returns where to go on */
function leave(state: State, html: string, at: number, until: string): number {
  const found = html.slice(at).search(new RegExp(until, 'i'))
  if (found === -1) return html.length
  const end = at + found
  state.until = undefined
  return until === COMMENT_END ? end + until.length : end
}

function step(state: State, html: string, at: number): number {
  const character = html[at] ?? ''
  if (state.tag === undefined) {
    const start = html.indexOf('<', at)
    if (start === -1) return html.length
    state.tag = '<'
    return start + 1
  }
  if (state.tag === '<' && !/[a-z/!?]/i.test(character)) {
    state.tag = undefined
    return at
  }
  if (state.tag.length < LONGEST_TAG) state.tag += character
  if (state.tag === '<!--') {
    Object.assign(state, { tag: undefined, until: COMMENT_END })
  } else if (state.quote !== '') {
    if (character === state.quote) state.quote = ''
  } else if (character === '"' || character === "'") {
    state.quote = character
  } else if (character === '>') {
    const raw = /^<(script|style)\b/i.exec(state.tag)?.[1]
    Object.assign(state, { tag: undefined, until: raw && `</${raw.toLowerCase()}` })
  }
  return at + 1
}

const COMMENT_END = '-->'
const LONGEST_TAG = 5000
/** The last attribute of a tag, whose quotes are open. */
const OPEN_ATTRIBUTE = /\s([\w:-]+)\s*=\s*(?:"([^"]*)|'([^']*))$/
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'background', 'cite', 'poster']

function placeIn({ tag, until }: State): HtmlPlace {
  if (until !== undefined) return 'unsafe'
  if (tag === undefined) return 'text'
  const open = tag.length < LONGEST_TAG ? OPEN_ATTRIBUTE.exec(tag) : null
  if (!open) return 'unsafe'
  const name = (open[1] ?? '').toLowerCase()
  const value = open[2] ?? open[3] ?? ''
  if (name.startsWith('on') || name === 'style' || name === 'srcdoc') return 'unsafe'
  if (!ADDRESSES.includes(name)) return 'attribute'
  if (value.trim() === '') return 'address'
  return /[?#]/.test(value) ? 'query-part' : 'address-part'
}
