/** What the people of the demo wrote and measured before today: queries of the shop, and its size over the last day. */
import { randomUUID } from 'node:crypto'
import type { ControlStatement } from '../control/control-database.js'
import { insertSample } from '../control/samples.js'
import { insertSnippet, markFavorite } from '../control/snippets.js'
import type { DemoPeople, DemoPerson } from './demo-people.js'

const QUERIES: readonly {
  name: string
  by: keyof DemoPeople
  isShared?: true
  isFavorite?: true
  sql: string
}[] = [
  {
    name: 'Best customers of the last month',
    by: 'ada',
    isShared: true,
    isFavorite: true,
    sql: `select c.company, c.city, count(*) as orders, sum(t.total) as revenue
from order_totals t
join customers c on c.id = t.customer_id
where t.placed_at > now() - interval '30 days'
group by c.id
order by revenue desc
limit 20;`,
  },
  {
    name: 'Orders by month and status',
    by: 'bo',
    isShared: true,
    sql: `select date_trunc('month', placed_at)::date as month, status, count(*)
from orders
group by 1, 2
order by 1 desc, 2;`,
  },
  {
    name: 'Products that run out',
    by: 'dee',
    isShared: true,
    sql: `select sku, name, in_stock
from products
where is_listed and in_stock < 10
order by in_stock, name;`,
  },
  {
    name: 'Orders that wait to be packed',
    by: 'ada',
    sql: `select o.id, c.company, o.placed_at, o.note
from orders o
join customers c on c.id = o.customer_id
where o.status in ('new', 'paid')
order by o.placed_at;`,
  },
]

export function queryStatements(projectId: number, people: DemoPeople): ControlStatement[] {
  return QUERIES.flatMap(({ name, by, isShared, isFavorite, sql }) => {
    const owner: DemoPerson = people[by]
    const id = randomUUID()
    return [
      insertSnippet(projectId, {
        id,
        ownerId: owner.id,
        type: 'sql',
        visibility: isShared ? 'project' : 'user',
        name,
        description: '',
        folderId: null,
        sql,
        savedBy: owner.id,
        saveId: null,
      }),
      ...(isFavorite ? [markFavorite(id, owner.id, true)] : []),
    ]
  })
}

const HALF_HOUR_MS = 30 * 60_000
const SAMPLES_BACK = 46
const MB = 1024 * 1024

/** A working day: more sessions in its middle, and a database that grows a little. */
export function sampleStatements(ref: string, sizeBytes: number, now: Date): ControlStatement[] {
  return Array.from({ length: SAMPLES_BACK }, (_, step) => {
    const ago = SAMPLES_BACK - step
    return insertSample(ref, {
      at: new Date(now.getTime() - ago * HALF_HOUR_MS).toISOString(),
      size_bytes: Math.round(sizeBytes - ago * 0.12 * MB),
      connections: 2 + Math.round(5 * Math.sin((Math.PI * step) / SAMPLES_BACK) ** 2) + (step % 3),
    })
  })
}
