import { expect, test } from 'vitest'
import {
  CHANGEABLE_SETTINGS,
  fixedReason,
  settingEffect,
  settingPlace,
  settingText,
  type SettingContext,
} from './server-settings.js'

test.each<[SettingContext, string, string]>([
  ['user', 'new_connections', 'database'],
  ['superuser', 'new_connections', 'database'],
  ['backend', 'new_connections', 'server'],
  ['superuser-backend', 'new_connections', 'server'],
  ['sighup', 'at_once', 'server'],
  ['postmaster', 'restart', 'server'],
])('a change of a %s setting has its effect: %s, by the %s', (context, effect, place) => {
  expect([settingEffect(context, 'cluster'), settingPlace(context)]).toEqual([effect, place])
  expect(settingEffect(context, 'pglite')).toBe('restart')
})

test.each([
  ['server_version', 'internal', 'cluster', 'internal'],
  ['archive_command', 'sighup', 'cluster', 'operator'],
  ['session_preload_libraries', 'superuser', 'cluster', 'operator'],
  ['fsync', 'sighup', 'cluster', 'operator'],
  ['max_connections', 'postmaster', 'cluster', null],
  ['max_connections', 'postmaster', 'postgres', 'server'],
  ['max_connections', 'postmaster', 'pglite', 'server'],
  ['work_mem', 'user', 'postgres', null],
  ['work_mem', 'user', 'pglite', null],
  ['track_functions', 'superuser', 'postgres', 'server'],
  ['track_functions', 'superuser', 'cluster', null],
] as const)('%s (%s) on %s: %s', (name, context, engine, reason) => {
  expect(fixedReason({ name, context, isPlatforms: false }, engine)).toBe(reason)
})

test('what the platform writes for the server stays its own, and a database may still have its value', () => {
  expect(fixedReason({ name: 'shared_buffers', context: 'postmaster', isPlatforms: true }, 'cluster')).toBe(
    'platform',
  )
  expect(fixedReason({ name: 'work_mem', context: 'user', isPlatforms: true }, 'cluster')).toBeNull()
})

test('none that may be changed names a file, a program, a library or an address', () => {
  expect(
    CHANGEABLE_SETTINGS.filter((name) =>
      /command|file$|director|librar|preload|listen|port$|ssl|socket|provider|hosts|fsync|full_page|archive|hba|ident/.test(
        name,
      ),
    ),
  ).toEqual([])
  expect(new Set(CHANGEABLE_SETTINGS).size).toBe(CHANGEABLE_SETTINGS.length)
})

test.each<[string, string | null, string]>([
  ['16384', '8kB', '128MB'],
  ['4096', 'kB', '4MB'],
  ['1', '8kB', '8kB'],
  ['300', 's', '5min'],
  ['60000', 'ms', '1min'],
  ['1500', 'ms', '1500ms'],
  ['2', 'ms', '2ms'],
  ['0', 'ms', '0'],
  ['-1', 'kB', '-1'],
  ['64MB', 'kB', '64MB'],
  ['4', null, '4'],
  ['on', null, 'on'],
  ['', 'kB', ''],
])('%s of the unit %s is shown as %s', (value, unit, shown) => {
  expect(settingText(value, unit)).toBe(shown)
})
