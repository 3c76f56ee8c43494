/** Fetches what makes a screen when it is first opened, and keeps it. */
import type { CreateScreen, Page, PageAtHand } from './page.js'
import { pages, type ScreenName } from './pages.js'

export interface ScreenFiles {
  /** Undefined while it is not there. */
  get(name: ScreenName): CreateScreen | undefined
  /** Fetches it; asked again meanwhile, it fetches once. What could not be had is tried again. */
  fetch(name: ScreenName): Promise<void>
}

type Stated = PageAtHand<string, ReturnType<CreateScreen>> | Page<string, ReturnType<CreateScreen>>

/** Code is the same for every deck. */
const fetched = new Map<ScreenName, CreateScreen>()

export function createScreenFiles(): ScreenFiles {
  const underWay = new Map<ScreenName, Promise<void>>()
  const fetch = async (name: ScreenName, load: () => Promise<CreateScreen>) => {
    try {
      fetched.set(name, await load())
    } finally {
      underWay.delete(name)
    }
  }
  return {
    get(name) {
      const page: Stated = pages[name]
      return 'create' in page ? page.create : fetched.get(name)
    },
    fetch(name) {
      const page: Stated = pages[name]
      if ('create' in page || fetched.has(name)) return Promise.resolve()
      const going = underWay.get(name) ?? fetch(name, page.load)
      underWay.set(name, going)
      return going
    },
  }
}
