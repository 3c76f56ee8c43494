/** Filters, orders, limits and inner joins on every level of an embedding. */
import type { Case } from '../suite.js'

/** What is asked and what comes. */
export const EMBED_SHAPES: Case[] = [
  [
    'a hundred and one relations',
    `/projects?select=${Array.from({ length: 101 }, (_, index) => `a${index}:clients(id)`).join()}`,
    { error: { code: 'PGRST100', message: /100 relations/ } },
  ],
  [
    'a filter inside shapes what is embedded',
    '/clients?select=id,projects(id)&projects.id=eq.2&order=id',
    [
      { id: 1, projects: [{ id: 2 }] },
      { id: 2, projects: [] },
      { id: 3, projects: [] },
    ],
  ],
  [
    'a filter on a to-one',
    '/projects?select=id,clients(id)&clients.id=eq.1&order=id',
    [
      { id: 1, clients: { id: 1 } },
      { id: 2, clients: { id: 1 } },
      { id: 3, clients: null },
      { id: 4, clients: null },
    ],
  ],
  [
    'logic inside',
    '/clients?select=id,projects(id)&projects.or=(id.eq.1,id.eq.3)&order=id&limit=2',
    [
      { id: 1, projects: [{ id: 1 }] },
      { id: 2, projects: [{ id: 3 }] },
    ],
  ],
  [
    'negated logic inside',
    '/clients?select=id,projects(id)&projects.not.or=(id.eq.1,id.eq.3)&id=eq.1',
    [{ id: 1, projects: [{ id: 2 }] }],
  ],
  [
    'JSON inside',
    '/clients?select=id,projects(id)&projects.data->>t=eq.y&id=eq.1',
    [{ id: 1, projects: [{ id: 2 }] }],
  ],
  [
    'a filter by another name',
    '/clients?select=id,p:projects(id)&p.id=eq.2&id=eq.1',
    [{ id: 1, p: [{ id: 2 }] }],
  ],
  [
    'a filter by the old name',
    '/clients?select=id,p:projects(id)&projects.id=eq.2',
    {
      error: {
        code: 'PGRST108',
        message: "'projects' is not an embedded resource in this request",
        hint: "Verify that 'projects' is included in the 'select' query parameter.",
      },
    },
  ],
  [
    'a filter two levels down',
    '/clients?select=id,projects(id,tasks(id))&projects.tasks.name=eq.Tile&projects.id=eq.2&id=eq.1',
    [{ id: 1, projects: [{ id: 2, tasks: [{ id: 4 }] }] }],
  ],
  [
    'an order inside',
    '/clients?select=projects(id)&projects.order=id.desc&id=eq.1',
    [{ projects: [{ id: 2 }, { id: 1 }] }],
  ],
  [
    'a limit inside',
    '/clients?select=id,projects(id)&projects.order=id&projects.limit=1&order=id&limit=2',
    [
      { id: 1, projects: [{ id: 1 }] },
      { id: 2, projects: [{ id: 3 }] },
    ],
  ],
  [
    'an offset inside',
    '/clients?select=projects(id)&projects.order=id&projects.offset=1&id=eq.1',
    [{ projects: [{ id: 2 }] }],
  ],
  [
    'a limit in many to many',
    '/tasks?select=people(id)&people.order=id.desc&people.limit=1&id=eq.2',
    [{ people: [{ id: 2 }] }],
  ],
  [
    'order by a to-one',
    '/projects?select=id,clients(name)&order=clients(name).desc.nullslast,id',
    [
      { id: 3, clients: { name: 'Bob, "the" builder' } },
      { id: 1, clients: { name: 'Ada' } },
      { id: 2, clients: { name: 'Ada' } },
      { id: 4, clients: null },
    ],
  ],
  [
    'order by what is not selected of it',
    '/projects?select=id,clients()&order=clients(joined).desc.nullslast,id&limit=1',
    [{ id: 3 }],
  ],
  [
    'order by a to-many',
    '/clients?select=id,projects(id)&order=projects(id)',
    { error: { code: 'PGRST118' } },
  ],
  [
    'order by what is not embedded',
    '/projects?select=id&order=clients(name)',
    { error: { code: 'PGRST108' } },
  ],

  [
    'inner to one',
    '/projects?select=id,clients!inner(id)&order=id',
    [
      { id: 1, clients: { id: 1 } },
      { id: 2, clients: { id: 1 } },
      { id: 3, clients: { id: 2 } },
    ],
  ],
  [
    'inner with a filter',
    '/projects?select=id,clients!inner(id)&clients.name=eq.Ada&order=id',
    [
      { id: 1, clients: { id: 1 } },
      { id: 2, clients: { id: 1 } },
    ],
  ],
  [
    'inner to many',
    '/clients?select=id,projects!inner(id)&projects.id=eq.2',
    [{ id: 1, projects: [{ id: 2 }] }],
  ],
  ['inner many to many', '/people?select=id,tasks!inner(id)&tasks.id=eq.4', [{ id: 2, tasks: [{ id: 4 }] }]],
  [
    'inner and a hint',
    '/orders?select=id,clients!shipping!inner(id)&order=id',
    [
      { id: 1, clients: { id: 2 } },
      { id: 2, clients: { id: 1 } },
    ],
  ],
  [
    'a hint behind inner',
    '/orders?select=id,clients!inner!shipping(id)&order=id',
    [
      { id: 1, clients: { id: 2 } },
      { id: 2, clients: { id: 1 } },
    ],
  ],
  ['left is the default', '/projects?select=id,clients!left(id)&id=eq.4', [{ id: 4, clients: null }]],
  [
    'inner within inner',
    '/clients?select=id,projects!inner(id,tasks!inner(id))&projects.tasks.id=eq.4',
    [{ id: 1, projects: [{ id: 2, tasks: [{ id: 4 }] }] }],
  ],
  [
    'inner and an exact count',
    {
      url: '/projects?select=id,clients!inner(id)&clients.id=eq.1&limit=1&order=id',
      headers: { prefer: 'count=exact' },
    },
    { status: 206, json: [{ id: 1, clients: { id: 1 } }], headers: { 'Content-Range': '0-0/2' } },
  ],
  ['anti-join', '/clients?select=id,projects()&projects=is.null', [{ id: 3 }]],
  ['anti-join of a to-one', '/projects?select=id,clients()&clients=is.null', [{ id: 4 }]],
  [
    'anti-join with a filter',
    '/clients?select=id,projects()&projects.id=eq.1&projects=is.null&order=id',
    [{ id: 2 }, { id: 3 }],
  ],
  ['is not null', '/clients?select=id,projects()&projects=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
  ['is not_null', '/clients?select=id,projects()&projects=is.not_null&order=id', [{ id: 1 }, { id: 2 }]],
  [
    'relations in logic',
    '/projects?select=id,clients(),details()&or=(clients.is.null,details.is.null)&order=id',
    [{ id: 3 }, { id: 4 }],
  ],
  [
    'relations in logic beside columns',
    '/projects?select=id,clients()&or=(clients.is.null,id.eq.1)&order=id',
    [{ id: 1 }, { id: 4 }],
  ],
  [
    'anti-join and an exact count',
    { url: '/clients?select=id,projects()&projects=is.null', headers: { prefer: 'count=exact' } },
    { json: [{ id: 3 }], headers: { 'Content-Range': '0-0/1' } },
  ],
  [
    'another operator on a relation',
    '/clients?select=id,projects()&projects=eq.5',
    { error: { code: 'PGRST120' } },
  ],
  [
    'a to-one row of nulls is a row',
    '/projects?select=id,details(text)&details=not.is.null&order=id',
    [
      { id: 1, details: { text: 'All of them' } },
      { id: 2, details: { text: 'Red' } },
    ],
  ],
  ['an empty relation gives nothing', '/projects?select=id,clients()&id=eq.1', [{ id: 1 }]],
]
