/**
 * The Connect dialog in the address: which parameters open it, and what each chooses. What a parameter does not name,
 * or names wrongly, is the first of its list.
 * @rule connect.address  @spec §2
 */
import {
  CONNECT_FRAMEWORKS,
  CONNECT_TABS,
  type ConnectChoice,
  type ConnectFramework,
  type ConnectTab,
} from './connect-catalogue.js'

/** The parameters of the dialog. */
export const CONNECT_PARAMETERS = ['showConnect', 'tab', 'framework', 'using', 'with'] as const

/** What the dialog shows. */
export interface ConnectChosen {
  tab: ConnectTab
  /** Null on the direct tab. */
  framework: ConnectFramework | null
  /** Null: the framework has one way of use. */
  using: ConnectChoice | null
  with: ConnectChoice | null
}

/** Whether the address opens the dialog. */
export function isConnectShown(search: string): boolean {
  return new URLSearchParams(search).get('showConnect') === 'true'
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

/** The query of an address that opens the dialog with these choices; what else it names stays. */
export function searchOfConnect(
  search: string,
  chosen: Partial<Record<'tab' | 'framework' | 'using' | 'with', string>> = {},
): string {
  const query = new URLSearchParams(search)
  for (const name of CONNECT_PARAMETERS) query.delete(name)
  query.set('showConnect', 'true')
  for (const [name, value] of Object.entries(chosen)) query.set(name, value)
  return `?${query}`
}

/** The query of the page without the dialog. */
export function searchWithoutConnect(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of CONNECT_PARAMETERS) query.delete(name)
  return query.size === 0 ? '' : `?${query}`
}

function named<Choice extends { key: string }>(list: readonly Choice[], key: string | null): Choice | null {
  return list.find((choice) => choice.key === key) ?? list[0] ?? null
}
