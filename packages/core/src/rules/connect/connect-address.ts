/**
 * What the address chooses in the Connect dialog: tab, framework, and the lists below it. What a parameter does not
 * name, or names wrongly, is the first of its list.
 * @rule connect.address  @spec §2
 */
import {
  CONNECT_FRAMEWORKS,
  CONNECT_TABS,
  type ConnectChoice,
  type ConnectFramework,
  type ConnectTab,
} from './connect-catalogue.js'

/** What the dialog shows. */
export interface ConnectChosen {
  tab: ConnectTab
  /** Null on the direct tab. */
  framework: ConnectFramework | null
  /** Null: the framework has one way of use. */
  using: ConnectChoice | null
  with: ConnectChoice | null
}

/** What the address chooses among the tabs that are on. */
export function connectChosen(search: string, tabs: readonly ConnectTab[]): ConnectChosen {
  const query = new URLSearchParams(search)
  const tab = tabs.find((one) => one === query.get('tab')) ?? tabs[0] ?? CONNECT_TABS[0]
  if (tab === 'direct') return { tab, framework: null, using: null, with: null }
  const framework = named(CONNECT_FRAMEWORKS[tab], query.get('framework'))
  const children = framework?.children ?? []
  const using = children.some(hasChildren) ? named(children, query.get('using')) : null
  return { tab, framework, using, with: named(using?.children ?? children, query.get('with')) }
}

const hasChildren = ({ children }: ConnectChoice): boolean => children.length > 0

function named<Choice extends { key: string }>(list: readonly Choice[], key: string | null): Choice | null {
  return list.find((choice) => choice.key === key) ?? list[0] ?? null
}
