/** Fetches what makes a screen when it is first opened, and keeps it. */
import { screens, type CreateScreen, type ScreenName, type ScreenSource } from './screens.js'

export interface ScreenFiles {
  /** Undefined while it is not there. */
  get(name: ScreenName): CreateScreen | undefined
  /** Fetches it; asked again meanwhile, it fetches once. What could not be had is tried anew. */
  fetch(name: ScreenName): Promise<void>
}

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
      const source: ScreenSource = screens[name]
      return 'create' in source ? source.create : fetched.get(name)
    },
    fetch(name) {
      const source: ScreenSource = screens[name]
      if ('create' in source || fetched.has(name)) return Promise.resolve()
      const going = underWay.get(name) ?? fetch(name, source.load)
      underWay.set(name, going)
      return going
    },
  }
}
