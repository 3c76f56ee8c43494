/** Aggregates: over a table, inside of relations, and lifted out of spread ones. */
import type { Case } from '../suite.js'

/** What is asked and what comes. */
export const AGGREGATES: Case[] = [
  ['count', '/people?select=count()', [{ count: 3 }]],
  ['count with a name', '/people?select=n:count()', [{ n: 3 }]],
  ['count of a column leaves nulls out', '/projects?select=client_id.count()', [{ count: 3 }]],
  ['sum', '/tasks?select=hours.sum()', [{ sum: 12 }]],
  ['avg, min, max', '/tasks?select=hours.avg(),hours.min(),hours.max()', [{ avg: 3, min: 0.5, max: 8 }]],
  ['a cast before', '/tasks?select=id::text.max()', [{ max: '5' }]],
  ['a cast behind', '/people?select=count()::text', [{ count: '3' }]],
  ['of JSON as number', '/projects?select=total:data->>n::int.sum()', [{ total: 15 }]],
  ['of JSON with its cast', '/projects?select=total:data->n::int.sum()', [{ total: 15 }]],
  [
    'grouped',
    '/tasks?select=project_id,hours.sum()&order=project_id',
    [
      { project_id: 1, sum: 3.5 },
      { project_id: 2, sum: 8.5 },
      { project_id: 3, sum: null },
    ],
  ],
  [
    'grouped by two',
    '/no_key?select=a,b,count()&order=a',
    [
      { a: 1, b: 'x', count: 2 },
      { a: 2, b: null, count: 1 },
    ],
  ],
  ['grouped by JSON', '/projects?select=data->>t,count()&data=cs.{"n":5}', [{ t: 'x', count: 1 }]],
  [
    'grouped by all columns',
    '/no_key?select=*,count()&order=a',
    [
      { a: 1, b: 'x', count: 2 },
      { a: 2, b: null, count: 1 },
    ],
  ],
  ['with a filter', '/tasks?select=hours.sum()&project_id=eq.1', [{ sum: 3.5 }]],
  [
    'counted groups',
    { url: '/tasks?select=project_id,count()&order=project_id&limit=1', headers: { prefer: 'count=exact' } },
    { status: 206, json: [{ project_id: 1, count: 2 }], headers: { 'Content-Range': '0-0/3' } },
  ],
  [
    'inside of a relation',
    '/clients?select=id,projects(count())&order=id',
    [
      { id: 1, projects: [{ count: 2 }] },
      { id: 2, projects: [{ count: 1 }] },
      { id: 3, projects: [{ count: 0 }] },
    ],
  ],
  [
    'grouped inside',
    '/clients?select=id,projects(is_done,count())&id=eq.1&projects.order=is_done',
    [
      {
        id: 1,
        projects: [
          { is_done: false, count: 1 },
          { is_done: true, count: 1 },
        ],
      },
    ],
  ],
  [
    'grouped by a relation',
    '/projects?select=count(),clients(name)&client_id=eq.1',
    [{ count: 2, clients: { name: 'Ada' } }],
  ],
  [
    'grouped by a spread relation',
    '/projects?select=...clients(who:name),count()&client_id=not.is.null&order=count',
    { error: { code: '42703' } },
  ],
  [
    'grouped by what is spread',
    '/projects?select=...clients(who:name),count()&client_id=eq.1',
    [{ who: 'Ada', count: 2 }],
  ],
  [
    'lifted out of a spread relation',
    '/tasks?select=project_id,...projects(big.max())&project_id=eq.1',
    [{ project_id: 1, max: 9007199254740992 }],
  ],
  [
    'lifted count',
    '/projects?select=client_id,...clients(count())&client_id=eq.1',
    [{ client_id: 1, count: 2 }],
  ],
  ['in a spread of many', '/clients?select=id,...tasks:projects(id)', { error: { code: 'PGRST100' } }],
  ['an unknown aggregate', '/tasks?select=hours.median()', { error: { code: 'PGRST100' } }],
]
