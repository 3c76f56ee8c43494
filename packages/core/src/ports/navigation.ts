/** The address: `pathname` without query, `search` with its `?` or empty, `hash` with its `#` or empty. */
export interface Location {
  pathname: string
  search: string
  hash: string
}

/** The address bar, or its replacement in a test. */
export interface Navigation {
  /** Called once at start. */
  current(): Location
  /** Called for every navigation that the core wants; `href` is a path on this origin. */
  go(href: string, options?: { replace?: boolean }): void
  /** Calls back after every change, also the user's back and forward. */
  subscribe(changed: (location: Location) => void): () => void
  /** Called when a link is shared: the whole address of a path on this origin. */
  address(href: string): string
  /** Called when the page's title changes. */
  setTitle(title: string): void
  /** Called when the user wants the newest version of the page; absent where there is no page. */
  reload?(): void
}
