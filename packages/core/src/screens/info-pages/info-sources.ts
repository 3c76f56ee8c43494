/** What the platform tells of a project or an organization, as facts and tables of an info page. */
import type { Addons, Client, EngineKind } from '@basedeck/platform-client'
import { addonsQuery } from '../../data/billing.js'
import { projectSettingsQuery } from '../../data/insight.js'
import { projectActivityQuery, projectQuery } from '../../data/projects.js'
import type { QueryData } from '../../kernel/query-store.js'
import { machineQuery } from '../../data/machine.js'
import { sizeText } from '../../rules/results/bytes.js'
import { addonText } from '../../text/addon.js'
import { infoText } from '../../text/info-pages.js'
import { catalogueText } from '../../text/catalogue.js'
import { projectText } from '../../text/project.js'
import type { Needs } from '../context.js'
import type { ListColumn, ListRow } from '../parts/list-view.js'
import type { ShownCell } from '../parts/shown-cell.js'
import {
  facts,
  table,
  type InfoFact,
  type InfoParams,
  type InfoSource,
  type CallSource,
} from './info-source.js'

const text = infoText.facts

type FactName = keyof typeof text

/** Something of a project, and what runs its database: only a database elsewhere has an address. */
interface WithEngine<Data> {
  engine: EngineKind
  data: Data
}

export const databaseFacts: InfoSource = {
  ...facts(
    ({ client }, { ref = '' }) => projectActivityQuery(client, ref),
    ({ database }) =>
      database
        ? [
            fact('size', sizeText(database.size_bytes)),
            fact('tables', String(database.tables)),
            fact('connections', projectText.connections(database.connections, database.max_connections)),
            ...(database.started_at === null ? [] : [moment('started', database.started_at)]),
          ]
        : [],
  ),
  needsDatabase: true,
}

export const connection = facts(
  ({ client }, { ref = '' }) => withEngine(client, ref, projectSettingsQuery(client, ref)),
  ({ engine, data: { db_host, db_port, db_name, db_user } }) => [
    // PGlite opens a port only where the operator asks: no address may be copied where nothing answers.
    ...(db_port === 0
      ? [fact('reached', text.ownOnly)]
      : [copyable('host', db_host), copyable('port', String(db_port))]),
    ...(engine === 'cluster' ? [fact('reached', text.ownMachine)] : []),
    ...(engine === 'pglite' && db_port !== 0 ? [fact('reached', text.ownMachineOne)] : []),
    copyable('database', db_name),
    copyable('user', db_user),
  ],
)

export const machineFacts = facts(
  ({ client }, { ref = '' }) => machineQuery(client, ref),
  (machine) => [
    fact('cores', String(machine.cores)),
    fact('memory', text.freeOf(sizeText(machine.free_memory_bytes), sizeText(machine.memory_bytes))),
    fact('disk', text.freeOf(sizeText(machine.disk_free_bytes), sizeText(machine.disk_total_bytes))),
    fact('growth', machine.growth === null ? text.growthUnknown : growthText(machine.growth.bytes_per_day)),
    ...(machine.growth?.full_at ? [moment('fullAt', machine.growth.full_at)] : []),
  ],
)

function growthText(bytesPerDay: number): string {
  return bytesPerDay > 0 ? text.growthOf(sizeText(bytesPerDay)) : text.growthNone
}

export const projectOnMachine = facts(
  ({ client }, { ref = '' }) => machineQuery(client, ref),
  (machine) => [
    fact(
      'databaseSize',
      machine.database_bytes === null ? text.notMeasured : sizeText(machine.database_bytes),
    ),
    fact('files', machine.files_bytes === null ? text.notMeasured : sizeText(machine.files_bytes)),
    fact(
      'grantedMemory',
      machine.granted_memory_bytes === null ? text.ownDefaults : sizeText(machine.granted_memory_bytes),
    ),
  ],
)

/** An add-on without an effect here has no price. */
function addonPrice({ recorded_only }: Addons, type: string, price: number): ShownCell {
  return recorded_only.includes(type) ? plain(addonText.recordedOnly) : number(infoText.price(price))
}

export const selectedAddons = priced(
  table(columns('addon', 'variant', 'price'), addonsOf, (addons) =>
    addons.selected_addons.map(({ type, variant }) =>
      row(
        `${type} ${variant.identifier}`,
        plain(addons.available_addons.find((addon) => addon.type === type)?.name ?? type),
        plain(variant.name),
        addonPrice(addons, type, variant.price),
      ),
    ),
  ),
)

export const availableAddons = priced(
  table(columns('addon', 'variant', 'price', 'status'), addonsOf, (addons, { router }) =>
    addons.available_addons.flatMap(({ type, name, variants }) =>
      variants.map((variant) => {
        const isInUse = addons.selected_addons.some(
          (one) => one.type === type && one.variant.identifier === variant.identifier,
        )
        return {
          ...row(
            `${type} ${variant.identifier}`,
            plain(name),
            plain(variant.name),
            addonPrice(addons, type, variant.price),
            isInUse ? { kind: 'on', text: addonText.inUse } : { kind: 'off', text: catalogueText.none },
          ),
          href: `${router.href('addons', { ref: addons.ref })}?${new URLSearchParams({ panel: type })}`,
          hasNoDetails: true as const,
        }
      }),
    ),
  ),
)

/** Where nothing is sold, no price is named and no plan is offered. */
function priced(source: CallSource): CallSource {
  return {
    ...source,
    read(data, context) {
      const content = source.read(data, context)
      const runtime = context.$runtime.get()
      if (content.status !== 'table' || (runtime.status === 'ready' && runtime.data.isPlatform))
        return content
      // What is there to be bought is no list where nothing is.
      if (content.columns.some(({ key }) => key === 'change')) return { ...content, rows: [] }
      const isKept = (_: unknown, index: number) => content.columns[index]?.key !== 'price'
      return {
        ...content,
        columns: content.columns.filter(isKept),
        rows: content.rows.map((row) => ({ ...row, cells: row.cells.filter(isKept) })),
      }
    },
  }
}

function withEngine<Data>(client: Client, ref: string, query: QueryData<Data>): QueryData<WithEngine<Data>> {
  const project = projectQuery(client, ref)
  return {
    key: [...query.key, 'engine'],
    async fetch(signal) {
      const [{ engine }, data] = await Promise.all([project.fetch(signal), query.fetch(signal)])
      return { engine, data }
    },
  }
}

function addonsOf({ client }: Needs<'client'>, { ref = '' }: InfoParams) {
  return addonsQuery(client, ref)
}

function columns(...keys: (keyof typeof infoText.columns)[]): ListColumn[] {
  return keys.map((key, index) => ({
    key,
    label: infoText.columns[key],
    align: key === 'price' ? ('end' as const) : ('start' as const),
    isName: index === 0,
  }))
}

function row(id: string, ...cells: ShownCell[]): ListRow {
  return { id, cells }
}

function plain(value: string): ShownCell {
  return { kind: 'text', text: value }
}

function number(value: string): ShownCell {
  return { kind: 'number', text: value }
}

function fact(key: FactName, value: string): InfoFact {
  return { key, label: String(text[key]), value, copyable: false }
}

function copyable(key: FactName, value: string): InfoFact {
  return { ...fact(key, value), copyable: true }
}

function moment(key: FactName, at: string): InfoFact {
  return { ...fact(key, at), at }
}
