/** The infoPages as data: which parts each page has, where they get what they show, and where they lead on. */
import type { ObjectKindName } from '../../sql/objects/index.js'
import { infoText, type PartText } from '../../text/info-pages.js'
import type { RouteName } from '../pages.js'
import type { InfoSource } from './info-source.js'
import {
  availableAddons,
  connection,
  databaseFacts,
  machineFacts,
  projectOnMachine,
  selectedAddons,
} from './info-sources.js'

export type InfoPageName = keyof typeof infoText.pages

/** A page a part leads on to; it has a label in `infoText.links`. */
export type AreaLink = keyof typeof infoText.links & RouteName

export interface InfoPart {
  key: string
  /** Other names by which an address points at it. SPEC §2. */
  anchors?: readonly string[]
  /** Without one it only says something. */
  source?: InfoSource
  /** Holds the settings of the project's pooler. */
  isPooler?: true
  /** Holds who may connect. */
  isNetwork?: true
  /** Holds the settings of PostgreSQL. */
  isServerSettings?: true
  /** The kind of the entries, where they have forms. */
  objects?: ObjectKindName
  links?: readonly AreaLink[]
  /** Where an empty part leads; default: the SQL editor, of an organization its usage. */
  step?: AreaLink
}

const FOLLOWED_MS = 5000

const list = (name: (InfoSource & { kind: 'list' })['list'], refetchMs?: number): InfoSource => ({
  kind: 'list',
  list: name,
  ...(refetchMs === undefined ? {} : { refetchMs }),
})

export const infoPages: Readonly<Record<InfoPageName, readonly InfoPart[]>> = {
  replication: [
    { key: 'slots', source: list('replicationSlots'), step: 'publications', objects: 'slot' },
    { key: 'subscriptions', source: list('subscriptions'), step: 'publications', objects: 'subscription' },
    {
      key: 'tables',
      source: list('publishedTables'),
      links: ['publications'],
      step: 'publications',
    },
  ],
  databaseSettings: [
    { key: 'connection', source: connection },
    { key: 'connection-pooling', anchors: ['connection-pooler'], isPooler: true },
    { key: 'network', anchors: ['network-restrictions', 'ssl-configuration'], isNetwork: true },
    { key: 'settings', isServerSettings: true },
  ],
  reports: [
    { key: 'database', source: databaseFacts },
    { key: 'sizes', source: list('tableSizes') },
    { key: 'running', source: list('activity', FOLLOWED_MS) },
  ],
  computeAndDisk: [
    { key: 'machine', source: machineFacts },
    { key: 'project', source: projectOnMachine, links: ['addons', 'databaseSettings'] },
    { key: 'database', source: databaseFacts },
  ],
  addons: [
    { key: 'selected', source: selectedAddons, step: 'projectHome' },
    { key: 'available', source: availableAddons, step: 'projectHome' },
  ],
}

/** The part that a hash points at. */
export function partAt(page: InfoPageName, hash: string): string | null {
  const anchor = hash.replace(/^#/, '')
  return infoPages[page].find(({ key, anchors }) => key === anchor || anchors?.includes(anchor))?.key ?? null
}

/** The sentences of a part. @throws when the info page has no such part */
export function partText(page: InfoPageName, key: string): PartText {
  const parts: Readonly<Record<string, PartText>> = infoText.pages[page].parts
  const found = parts[key]
  if (!found) throw new Error(`The page ${page} has no text for ${key}`)
  return found
}
