/** Spread relations, computed relations, and relations of views. */
import type { Case } from '../suite.js'

/** What is asked and what comes. */
export const EMBED_OTHERS: Case[] = [
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
