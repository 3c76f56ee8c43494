/** POST: columns, defaults, CSV and forms. */
import type { Case } from '../suite.js'

const post = (url: string, body: unknown, prefer = '', headers: Record<string, string> = {}) => ({
  method: 'POST',
  url,
  role: 'writer',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { ...headers, ...(prefer ? { prefer } : {}) },
})
const SHOWN = 'return=representation'
const CSV = { 'content-type': 'text/csv' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What is asked and what comes. */
export const INSERT_BODIES: Case[] = [
  [
    'JSON in CSV',
    post('/projects?select=data,plain', 'name,data,plain\nx,"{""a"": [1]}",5', SHOWN, CSV),
    { status: 201, json: [{ data: { a: [1] }, plain: 5 }] },
  ],
  [
    'JSON in a form',
    post('/projects?select=data', 'name=x&data={"a":1}', SHOWN, FORM),
    { status: 201, json: [{ data: { a: 1 } }] },
  ],
  ['JSON in CSV that is none', post('/projects', 'name,data\nx,{', '', CSV), { error: { code: '22P02' } }],
  [
    'columns pick keys',
    post('/people?columns=id,name&select=*', [{ id: 9, name: 'x', other: 1 }], SHOWN),
    { status: 201, json: [{ id: 9, name: 'x' }] },
  ],
  [
    'columns with other keys in each row',
    post(
      '/clients?columns=id,name,mood&select=id,name,mood',
      [
        { id: 9, name: 'x' },
        { id: 10, name: 'y', mood: 'sad' },
      ],
      SHOWN,
    ),
    {
      status: 201,
      json: [
        { id: 9, name: 'x', mood: null },
        { id: 10, name: 'y', mood: 'sad' },
      ],
    },
  ],
  [
    'columns with defaults',
    post(
      '/clients?columns=id,name,mood&select=id,name,mood',
      [
        { id: 9, name: 'x' },
        { id: 10, name: 'y', mood: null },
      ],
      `${SHOWN}, missing=default`,
    ),
    {
      status: 201,
      json: [
        { id: 9, name: 'x', mood: 'ok' },
        { id: 10, name: 'y', mood: null },
      ],
      headers: { 'Preference-Applied': 'missing=default, return=representation, tx=rollback' },
    },
  ],
  [
    'defaults of a key',
    post('/clients?columns=id,name&select=name', [{ name: 'x' }], `${SHOWN}, missing=default`),
    { status: 201, json: [{ name: 'x' }] },
  ],
  [
    'defaults of one row',
    post('/clients?columns=name,mood&select=name,mood', { name: 'x' }, `${SHOWN}, missing=default`),
    { status: 201, json: [{ name: 'x', mood: 'ok' }] },
  ],
  [
    'columns that the table has not',
    post('/people?columns=id,nam', { id: 9 }),
    { error: { code: 'PGRST204' } },
  ],
  [
    'columns and a body that is no JSON',
    post('/people?columns=id,name', '{"id": 9,'),
    { error: { code: '22P02' } },
  ],
  ['columns and another body', post('/people?columns=id,name', '5'), { error: { code: 'PGRST102' } }],
  [
    'broken columns',
    post('/people?columns=id,,name', {}),
    { error: { code: 'PGRST100', message: /columns parameter/ } },
  ],

  [
    'CSV',
    post('/people?select=*', 'id,name\n9,Zoe\n10,"a, ""b"""\n', SHOWN, CSV),
    {
      status: 201,
      json: [
        { id: 9, name: 'Zoe' },
        { id: 10, name: 'a, "b"' },
      ],
    },
  ],
  [
    'CSV with lines of Windows',
    post('/people', 'id,name\r\n9,Zoe\r\n', SHOWN, CSV),
    { status: 201, json: [{ id: 9, name: 'Zoe' }] },
  ],
  [
    'CSV with NULL',
    post('/clients?select=name,code', 'name,code\nx,NULL\ny,"NULL"', SHOWN, CSV),
    {
      status: 201,
      json: [
        { name: 'x', code: null },
        { name: 'y', code: 'NULL' },
      ],
    },
  ],
  [
    'CSV with an empty field',
    post('/clients?select=name,code', 'name,code\nx,', SHOWN, CSV),
    { status: 201, json: [{ name: 'x', code: '' }] },
  ],
  [
    'CSV with a line inside of quotes',
    post('/people?select=name', 'id,name\n9,"a\nb"', SHOWN, CSV),
    { status: 201, json: [{ name: 'a\nb' }] },
  ],
  [
    'CSV with a short line',
    post('/people', 'id,name\n9', '', CSV),
    { error: { code: 'PGRST102', message: 'All lines must have same number of fields' } },
  ],
  ['CSV that is empty', post('/people', '', '', CSV), { error: { code: 'PGRST102' } }],
  ['CSV of names alone', post('/people', 'id,name\n', SHOWN, CSV), { status: 201, json: [] }],
  [
    'CSV with a quote that does not end',
    post('/people', 'id,name\n9,"a', '', CSV),
    { error: { code: 'PGRST102' } },
  ],
  [
    'a form',
    post('/people', 'id=9&name=a+b%26c', SHOWN, FORM),
    { status: 201, json: [{ id: 9, name: 'a b&c' }] },
  ],
]
