/** Places besides tables and functions: what verbs are permitted, and the document at the root. */
import type { Case } from '../suite.js'

const options = (url: string) => ({ method: 'OPTIONS', url })
const allow = (verbs: string) => ({ text: '', headers: { Allow: verbs } })

/** What is asked and what comes. */
export const PLACES: Case[] = [
  ['the verbs of a table', options('/people'), allow('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')],
  ['the verbs of a table without a key', options('/no_key'), allow('OPTIONS,GET,HEAD,POST,PATCH,DELETE')],
  ['the verbs of a simple view', options('/project_list'), allow('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')],
  ['the verbs of a grouped view', options('/totals'), allow('OPTIONS,GET,HEAD')],
  ['the verbs of a materialized view', options('/done'), allow('OPTIONS,GET,HEAD')],
  ['the verbs of a partitioned table', options('/parted'), allow('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')],
  [
    'the verbs of a table that is not there',
    options('/nothing'),
    { status: 404, error: { code: 'PGRST205' } },
  ],
  ['the verbs of a function that writes', options('/rpc/add_person'), allow('OPTIONS,POST')],
  ['the verbs of a function that reads', options('/rpc/add'), allow('OPTIONS,GET,HEAD,POST')],
  [
    'the verbs of a function that is not there',
    options('/rpc/nothing_at_all'),
    { status: 404, error: { code: 'PGRST202' } },
  ],
  ['the verbs of the root', options('/'), allow('OPTIONS,GET,HEAD')],
  [
    'the document',
    '/',
    { status: 200, headers: { 'Content-Type': 'application/openapi+json; charset=utf-8' } },
  ],
  ['the document as JSON', { url: '/', headers: { accept: 'application/json' } }, { status: 200 }],
  [
    'the document as text',
    { url: '/', headers: { accept: 'text/csv' } },
    { status: 406, error: { code: 'PGRST107' } },
  ],
  ['the head of the document', { method: 'HEAD', url: '/' }, { text: '' }],
  ['writing the document', { method: 'POST', url: '/' }, { status: 405, error: { code: 'PGRST117' } }],
  ['a composite type is no table', '/address', { status: 404, error: { code: 'PGRST205' } }],
  ['a composite type is no suggestion', '/adress', { status: 404, error: { code: 'PGRST205', hint: null } }],
  ['an unknown path', '/a/b/c', { status: 404, error: { code: 'PGRST125' } }],
  ['rpc without a name', '/rpc/', { status: 404, error: { code: 'PGRST205' } }],
]
