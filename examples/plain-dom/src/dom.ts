/** The little that plain DOM lacks: an element in one expression, and a store that is drawn while its view is there. */

/** What every store of the core offers. */
export interface Store<Value> {
  subscribe(listener: (value: Value) => void): () => void
}

/** A view that is drawn. Calling it takes its listeners off the stores. */
export type End = () => void

type Child = Node | string | null

/** Makes an element with properties and children; null draws nothing. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children.filter((child) => child !== null))
  return made
}

export function button(label: string, run: () => unknown): HTMLButtonElement {
  return element('button', { type: 'button', onclick: () => void run() }, label)
}

/** An element whose children follow a store. */
export function live<Value>(
  container: HTMLElement,
  $store: Store<Value>,
  draw: (value: Value) => Child | Child[],
): End {
  return $store.subscribe((value) => {
    const drawn = draw(value)
    container.replaceChildren(...(Array.isArray(drawn) ? drawn : [drawn]).filter((child) => child !== null))
  })
}

/** Ends several views as one. */
export function together(...ends: End[]): End {
  return () => ends.forEach((end) => end())
}

export function table(head: readonly Child[], rows: readonly (readonly Child[])[]): HTMLTableElement {
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head.map((label) => element('th', { scope: 'col' }, label)))),
    element(
      'tbody',
      {},
      ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell)))),
    ),
  )
}
