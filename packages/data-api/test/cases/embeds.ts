/** Embedding: relations of every cardinality, through every way to find them, shaped on every level. */
import type { Case } from '../suite.js'

const noRelation = (message: RegExp) => ({ error: { code: 'PGRST200', message } })

/** What is asked and what comes. */
export const EMBEDS: Case[] = [
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

  ['spread to one', '/projects?select=id,...clients(who:name)&id=eq.1', [{ id: 1, who: 'Ada' }]],
  [
    'spread to one that is not there',
    '/projects?select=id,...clients(who:name)&id=eq.4',
    [{ id: 4, who: null }],
  ],
  [
    'spread of all columns',
    '/pair_notes?select=id,...pairs(*)&id=eq.1',
    [{ id: 1, a: 1, b: 1, text: 'one' }],
  ],
  [
    'spread in spread',
    '/tasks?select=id,...projects(project:name,...clients(client:name))&id=eq.1',
    [{ id: 1, project: 'Windows', client: 'Ada' }],
  ],
  [
    'a relation in spread',
    '/tasks?select=id,...projects(clients(name))&id=eq.1',
    [{ id: 1, clients: { name: 'Ada' } }],
  ],
  [
    'spread with inner',
    '/projects?select=id,...clients!inner(who:name)&who=is.null',
    { error: { code: '42703' } },
  ],
  [
    'spread inner',
    '/projects?select=id,...clients!inner(who:name)&clients.id=eq.2',
    [{ id: 3, who: 'Bob, "the" builder' }],
  ],
  ['an empty spread', '/projects?select=id,...clients()&id=eq.1', [{ id: 1 }]],
  [
    'spread to many',
    '/clients?select=id,...projects(ids:id,names:name)&projects.order=id&id=lt.3&order=id',
    [
      { id: 1, ids: [1, 2], names: ['Windows', 'Roof'] },
      { id: 2, ids: [3], names: ['Garden'] },
    ],
  ],
  ['spread to many of none', '/clients?select=id,...projects(ids:id)&id=eq.3', [{ id: 3, ids: [] }]],
  [
    'spread to many in order',
    '/clients?select=...projects(ids:id)&projects.order=id.desc&id=eq.1',
    [{ ids: [2, 1] }],
  ],
  [
    'spread many to many',
    '/tasks?select=id,...people(who:name)&people.order=id&id=eq.2',
    [{ id: 2, who: ['Ann', 'Ben'] }],
  ],
  ['spread with a hint', '/orders?select=id,...clients!billing(b:id)&id=eq.1', [{ id: 1, b: 1 }]],
  ['spread has no name', '/projects?select=id,who:...clients(name)', { error: { code: 'PGRST100' } }],

  [
    'a computed relation',
    '/projects?select=id,open_tasks(id)&id=eq.1&open_tasks.order=id',
    [{ id: 1, open_tasks: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'a computed relation of one row',
    '/projects?select=id,first_task(name)&id=eq.1',
    [{ id: 1, first_task: { name: 'Measure' } }],
  ],
  [
    'a computed relation of none',
    '/projects?select=id,first_task(name)&id=eq.4',
    [{ id: 4, first_task: null }],
  ],
  [
    'a computed relation with a filter',
    '/projects?select=id,open_tasks(id)&id=eq.1&open_tasks.id=eq.2',
    [{ id: 1, open_tasks: [{ id: 2 }] }],
  ],
  [
    'a computed relation, inner',
    '/projects?select=id,open_tasks!inner(id)&open_tasks.id=eq.4',
    [{ id: 2, open_tasks: [{ id: 4 }] }],
  ],
  [
    'beyond a computed relation',
    '/projects?select=id,first_task(people(name))&id=eq.1',
    [{ id: 1, first_task: { people: [{ name: 'Ann' }] } }],
  ],
  [
    'a computed field inside',
    '/projects?select=id,clients(shout)&id=eq.1',
    [{ id: 1, clients: { shout: 'ADA' } }],
  ],
  [
    'order by a computed relation',
    '/projects?select=id,first_task()&order=first_task(name).desc.nullslast&limit=1',
    [{ id: 1 }],
  ],

  [
    'from a view',
    '/project_list?select=name,clients(name)&id=eq.1',
    [{ name: 'Windows', clients: { name: 'Ada' } }],
  ],
  [
    'to a view',
    '/clients?select=id,project_list(cost)&id=eq.1&project_list.id=eq.2',
    [{ id: 1, project_list: [{ cost: 0.5 }] }],
  ],
  [
    'between views',
    '/client_names?select=name,project_list(id)&client=eq.1&project_list.order=id',
    [{ name: 'Ada', project_list: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'a view of a view',
    '/list_of_list?select=title,clients(name)&project=eq.1',
    [{ title: 'Windows', clients: { name: 'Ada' } }],
  ],
  [
    'to a view of a view',
    '/clients?select=list_of_list(title)&id=eq.2',
    [{ list_of_list: [{ title: 'Garden' }] }],
  ],
  [
    'from a grouped view',
    '/totals?select=n,clients(name)&client_id=eq.1',
    [{ n: 2, clients: { name: 'Ada' } }],
  ],
  ['from a materialized view', '/done?select=id,clients(name)', [{ id: 1, clients: { name: 'Ada' } }]],
  [
    'a view by the column of its own',
    '/list_of_list?select=title,client_id(name)&project=eq.1',
    [{ title: 'Windows', client_id: { name: 'Ada' } }],
  ],
  [
    'from a view to many',
    '/project_list?select=id,tasks(id)&id=eq.1&tasks.order=id',
    [{ id: 1, tasks: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'one to one from a view',
    '/project_list?select=id,details(text)&id=eq.1',
    [{ id: 1, details: { text: 'All of them' } }],
  ],
  [
    'CSV of a relation',
    { url: '/projects?select=id,clients(id)&id=eq.1', headers: { accept: 'text/csv' } },
    { text: 'id,clients\n1,"{""id"":1}"' },
  ],
  [
    'a table without rights inside',
    { url: '/people?select=id,assignments(note)', role: 'anon' },
    { status: 401, error: { code: '42501' } },
  ],
]
