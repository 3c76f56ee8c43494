import { expect, test } from 'vitest'
import { tryProblem, type ApiTry } from './api-try.js'

const known: ApiTry = {
  role: 'anon',
  isReadable: true,
  isOn: true,
  isOpen: true,
  hasKey: true,
  maySeeSecrets: false,
  mayAct: true,
  hasUser: false,
}

test.each<[Partial<ApiTry>, ReturnType<typeof tryProblem>]>([
  [{}, null],
  [{ isOn: false, isOpen: false }, 'off'],
  [{ isOpen: false }, 'closed'],
  [{ isReadable: false }, 'unreadable'],
  [{ hasKey: false }, 'noKey'],
  [{ role: 'authenticated' }, 'noUser'],
  [{ role: 'authenticated', hasUser: true }, null],
  [{ role: 'authenticated', hasUser: true, mayAct: false }, 'mayNotAct'],
  [{ role: 'authenticated', hasUser: true, hasKey: false }, 'noKey'],
  [{ role: 'service_role' }, 'noSecret'],
  [{ role: 'service_role', maySeeSecrets: true, hasKey: false }, null],
])('with %j: %j', (given, problem) => expect(tryProblem({ ...known, ...given })).toBe(problem))
