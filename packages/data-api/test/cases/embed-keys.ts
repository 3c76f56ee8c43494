/** Embedding by keys and junctions, and the hints that choose among them. */
import type { Case } from '../suite.js'

const noRelation = (message: RegExp) => ({ error: { code: 'PGRST200', message } })

/** What is asked and what comes. */
export const EMBED_KEYS: Case[] = [
  ['to one', '/projects?select=id,clients(name)&id=eq.1', [{ id: 1, clients: { name: 'Ada' } }]],
  ['to one that is not there', '/projects?select=id,clients(name)&id=eq.4', [{ id: 4, clients: null }]],
  [
    'to one with another name',
    '/projects?select=id,who:clients(name)&id=eq.1',
    [{ id: 1, who: { name: 'Ada' } }],
  ],
  [
    'to one by its column',
    '/projects?select=id,client_id(name)&id=eq.1',
    [{ id: 1, client_id: { name: 'Ada' } }],
  ],
  [
    'to one by its column and a name',
    '/projects?select=id,who:client_id(name)&id=eq.1',
    [{ id: 1, who: { name: 'Ada' } }],
  ],
  [
    'to one by its foreign key',
    '/projects?select=id,projects_client_id_fkey(name)&id=eq.1',
    [{ id: 1, projects_client_id_fkey: { name: 'Ada' } }],
  ],
  [
    'to many',
    '/clients?select=id,projects(id)&id=lt.3&order=id&projects.order=id',
    [
      { id: 1, projects: [{ id: 1 }, { id: 2 }] },
      { id: 2, projects: [{ id: 3 }] },
    ],
  ],
  ['to many of none', '/clients?select=id,projects(id)&id=eq.3', [{ id: 3, projects: [] }]],
  [
    'to many with all columns',
    '/tasks?select=*,assignments(*)&id=eq.4',
    [
      {
        id: 4,
        name: 'Tile',
        project_id: 2,
        parent_id: 3,
        hours: 8,
        body: 'lazy tiles',
        assignments: [{ person_id: 2, task_id: 4, note: null }],
      },
    ],
  ],
  [
    'many to many',
    '/tasks?select=id,people(name)&order=id&people.order=id&id=lt.4',
    [
      { id: 1, people: [{ name: 'Ann' }] },
      { id: 2, people: [{ name: 'Ann' }, { name: 'Ben' }] },
      { id: 3, people: [] },
    ],
  ],
  [
    'many to many, from the other side',
    '/people?select=name,tasks(id)&id=eq.2&tasks.order=id.desc',
    [{ name: 'Ben', tasks: [{ id: 4 }, { id: 2 }] }],
  ],
  [
    'many to many by its junction',
    '/people?select=name,tasks!assignments(id)&id=eq.1&tasks.order=id',
    [{ name: 'Ann', tasks: [{ id: 1 }, { id: 2 }] }],
  ],
  ['one to one', '/projects?select=id,details(text)&id=eq.1', [{ id: 1, details: { text: 'All of them' } }]],
  [
    'one to one, from the other side',
    '/details?select=text,projects(name)&project_id=eq.2',
    [{ text: 'Red', projects: { name: 'Roof' } }],
  ],
  [
    'a key of two columns',
    '/pair_notes?select=id,pairs(text)&order=id',
    [
      { id: 1, pairs: { text: 'one' } },
      { id: 2, pairs: { text: 'two' } },
      { id: 3, pairs: null },
    ],
  ],
  [
    'a key of two columns, to many',
    '/pairs?select=text,pair_notes(note)&a=eq.1&b=eq.2',
    [{ text: 'two', pair_notes: [{ note: 'of two' }] }],
  ],
  [
    'three levels',
    '/clients?select=name,projects(name,tasks(name,assignments(people(name))))&id=eq.1&projects.id=eq.1&projects.tasks.id=eq.1',
    [
      {
        name: 'Ada',
        projects: [
          { name: 'Windows', tasks: [{ name: 'Measure', assignments: [{ people: { name: 'Ann' } }] }] },
        ],
      },
    ],
  ],
  [
    'two on one level',
    '/projects?select=id,clients(id),details(text)&id=eq.1',
    [{ id: 1, clients: { id: 1 }, details: { text: 'All of them' } }],
  ],
  [
    'one twice',
    '/projects?select=id,a:clients(id),b:clients(name)&id=eq.1',
    [{ id: 1, a: { id: 1 }, b: { name: 'Ada' } }],
  ],
  [
    'columns beside JSON and casts',
    '/clients?select=projects(data->>t,x:id::text)&id=eq.1&projects.id=eq.1',
    [{ projects: [{ t: 'x', x: '1' }] }],
  ],

  [
    'two foreign keys are ambiguous',
    '/orders?select=id,clients(name)',
    {
      status: 300,
      error: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'orders' and 'clients'",
        hint: "Try changing 'clients' to one of the following: 'clients!orders_billing', 'clients!orders_shipping'. Find the desired relationship in the 'details' key.",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'orders with clients',
            relationship: 'orders_billing using orders(billing) and clients(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'orders with clients',
            relationship: 'orders_shipping using orders(shipping) and clients(id)',
          },
        ],
      },
    },
  ],
  [
    'a hint by foreign key',
    '/orders?select=id,clients!orders_billing(name)&id=eq.1',
    [{ id: 1, clients: { name: 'Ada' } }],
  ],
  ['a hint by column', '/orders?select=id,clients!shipping(id)&id=eq.1', [{ id: 1, clients: { id: 2 } }]],
  [
    'both ways at once',
    '/orders?select=id,b:clients!billing(id),s:clients!shipping(id)&id=eq.1',
    [{ id: 1, b: { id: 1 }, s: { id: 2 } }],
  ],
  [
    'by columns without hints',
    '/orders?select=id,billing(id),shipping(id)&id=eq.1',
    [{ id: 1, billing: { id: 1 }, shipping: { id: 2 } }],
  ],
  [
    'to many with a hint',
    '/clients?select=id,orders!billing(id)&id=eq.1&orders.order=id',
    [{ id: 1, orders: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'the parent of a row',
    '/tasks?select=id,parent_id(name)&id=eq.2',
    [{ id: 2, parent_id: { name: 'Measure' } }],
  ],
  [
    'the children of a row',
    '/tasks?select=id,children:tasks!parent_id(id)&id=eq.1',
    [{ id: 1, children: [{ id: 2 }] }],
  ],
  [
    'a table with itself is ambiguous',
    '/tasks?select=id,tasks(id)',
    { status: 300, error: { code: 'PGRST201' } },
  ],
  ['no relation', '/people?select=id,clients(id)', noRelation(/between 'people' and 'clients'/)],
  [
    'a name near to a relation',
    '/projects?select=id,cliens(id)',
    { error: { code: 'PGRST200', hint: "Perhaps you meant 'clients' instead of 'cliens'." } },
  ],
  [
    'a hint that fits nothing',
    '/projects?select=id,clients!nothing(id)',
    { error: { code: 'PGRST200', details: /using the hint 'nothing'/ } },
  ],
  [
    'a relation inside that is none',
    '/clients?select=projects(people(id))',
    noRelation(/between 'projects' and 'people'/),
  ],
  [
    'five levels',
    '/clients?select=projects(tasks(assignments(people(assignments(note)))))&id=eq.3',
    [{ projects: [] }],
  ],
  [
    'six levels',
    '/clients?select=projects(tasks(assignments(people(assignments(tasks(id))))))',
    { error: { code: 'PGRST100', message: /5 levels/ } },
  ],
  [
    'two hundred levels',
    `/clients?select=${'projects('.repeat(200)}id${')'.repeat(200)}`,
    { error: { code: 'PGRST100' } },
  ],
  ['an unknown column inside', '/clients?select=projects(nome)', { error: { code: '42703' } }],
]
