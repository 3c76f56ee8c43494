import { describe, expect, test } from 'vitest'
import { extensionGrants, extensionInstaller, extensionReach } from './extension-safety.js'

describe('who installs an extension', () => {
  test.each([
    ['hstore', { trusted: true, superuser: true }, 'owner'],
    ['plain', { trusted: false, superuser: false }, 'owner'],
    ['pg_stat_statements', { trusted: false, superuser: true }, 'platform'],
    ['bloom', { trusted: false, superuser: true }, 'platform'],
    ['dblink', { trusted: false, superuser: true }, 'administrator'],
    ['never_heard_of', { trusted: false, superuser: true }, 'administrator'],
    // Its control file says so, and is wrong.
    ['dblink', { trusted: true, superuser: true }, 'administrator'],
    ['constructor', { trusted: false, superuser: true }, 'administrator'],
  ] as const)('%s %j: %s', (name, facts, installer) => {
    expect(extensionInstaller({ name, ...facts })).toBe(installer)
  })
})

describe('what an extension reaches', () => {
  test.each([
    ['dblink', 'network'],
    ['postgres_fdw', 'network'],
    ['file_fdw', 'files'],
    ['adminpack', 'files'],
    ['plpython3u', 'code'],
    ['plperlu', 'code'],
    ['pltclu', 'code'],
    ['hstore_plpython3u', 'code'],
    ['bool_plperlu', 'code'],
    ['jsonb_plperlu', 'code'],
    ['plsh', 'code'],
    ['plperl', null],
    ['hstore_plperl', null],
    ['plpgsql', null],
    ['pg_walinspect', 'storage'],
    ['refint', 'faults'],
    ['toString', null],
    ['hstore', null],
  ] as const)('%s: %s', (name, reach) => {
    expect(extensionReach(name)).toBe(reach)
  })
})

test.each([
  ['bloom', 'blhandler', 'everybody'],
  ['amcheck', 'bt_index_check', 'owner'],
  ['pg_prewarm', 'pg_prewarm', 'owner'],
  ['pg_prewarm', 'autoprewarm_start_worker', 'superuser'],
  ['pg_stat_statements', 'pg_stat_statements', 'superuser'],
  ['pg_stat_statements', 'pg_stat_statements_reset', 'superuser'],
  ['pg_visibility', 'pg_truncate_visibility_map', 'superuser'],
  ['pg_visibility', 'pg_visibility', 'owner'],
  ['pg_buffercache', 'pg_buffercache_pages', 'owner'],
  ['pg_buffercache', 'pg_buffercache_evict_all', 'superuser'],
  ['dblink', 'dblink', 'owner'],
  ['dblink', 'dblink_connect_u', 'superuser'],
] as const)('the function %s.%s is for: %s', (extension, name, user) => {
  const { closed, isOwnersAlone } = extensionGrants(extension)
  const isClosed = closed !== null && new RegExp(closed).test(name)
  expect(isClosed ? 'superuser' : isOwnersAlone ? 'owner' : 'everybody').toBe(user)
})
