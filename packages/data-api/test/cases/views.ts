/** Views of every form have the relations of the columns that they show, and no others. */
import type { Case } from '../suite.js'

const ADA = { clients: { name: 'Ada' } }
const writes = (url: string, body: unknown) => ({
  method: 'POST',
  url,
  role: 'writer',
  headers: { prefer: 'return=representation' },
  body: JSON.stringify(body),
})

/** What is asked and what comes. */
export const VIEWS: Case[] = [
  [
    'a join has the keys of its tables',
    '/joined?select=id,tasks(id)&id=eq.2&tasks.order=id',
    [{ id: 2, tasks: [{ id: 3 }, { id: 4 }] }],
  ],
  [
    'a join has the other keys too',
    '/joined?select=client,orders!billing(id)&id=eq.3',
    [{ client: 2, orders: [{ id: 3 }] }],
  ],
  ['a view by a common table expression', '/by_cte?select=id,clients(name)&id=eq.1', [{ id: 1, ...ADA }]],
  ['a view by a subquery', '/by_subquery?select=id,clients(name)&id=eq.1', [{ id: 1, ...ADA }]],
  [
    'a view by a subquery, by its column',
    '/by_subquery?select=id,owner(name)&id=eq.1',
    [{ id: 1, owner: { name: 'Ada' } }],
  ],
  [
    'a hint by the column of the view',
    '/by_subquery?select=id,clients!owner(name)&id=eq.1',
    [{ id: 1, ...ADA }],
  ],
  ['a union has no relations', '/united?select=id,clients(name)', { error: { code: 'PGRST200' } }],
  ['a renamed column', '/renamed?select=id,clients(name)&id=eq.1', [{ id: 1, ...ADA }]],
  [
    'a renamed column, by its name',
    '/renamed?select=id,"the \\"client"(name)&id=eq.1',
    [{ id: 1, 'the "client': { name: 'Ada' } }],
  ],
  ['an expression is no key', '/computed?select=id,tasks(id)', { error: { code: 'PGRST200' } }],
  [
    'what stands beside an expression is one',
    '/computed?select=id,clients(name)&id=eq.1',
    [{ id: 1, ...ADA }],
  ],
  [
    'a subquery in the columns',
    '/with_list?select=tasks_of,clients(name),tasks(id)&id=eq.3',
    [{ tasks_of: [5], clients: { name: 'Bob, "the" builder' }, tasks: [{ id: 5 }] }],
  ],
  ['a subquery in order and limit', '/odd_order?select=id,clients(name)&id=eq.1', [{ id: 1, ...ADA }]],
  [
    'two views of one table',
    '/by_cte?select=id,client_names(name)&id=eq.1',
    [{ id: 1, client_names: { name: 'Ada' } }],
  ],
  [
    'a view from a table, by its key',
    '/clients?select=id,by_cte(id)&id=eq.2',
    [{ id: 2, by_cte: [{ id: 3 }] }],
  ],
  [
    'a write through a view is embedded',
    writes('/renamed?select=clients(name)', { 'the "client': 1 }),
    { error: { code: '23502' } },
  ],
  [
    'a write through a view with relations',
    writes('/list_of_list?select=title,clients(name)', { title: 'x', client_id: 1 }),
    { status: 201, json: [{ title: 'x', ...ADA }] },
  ],
]
