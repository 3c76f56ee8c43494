import { expect, test } from 'vitest'
import { tryProblem, type ApiTry } from './api-try.js'

const known: ApiTry = {
  role: 'anon',
  isReadable: true,
  isOn: true,
  isOpen: true,
  hasKey: true,
  maySeeSecrets: false,
}

test.each<[Partial<ApiTry>, ReturnType<typeof tryProblem>]>([
  [{}, null],
  [{ isOn: false, isOpen: false }, 'off'],
  [{ isOpen: false }, 'closed'],
  [{ isReadable: false }, 'unreadable'],
  [{ hasKey: false }, 'noKey'],
  [{ role: 'authenticated' }, 'noToken'],
  [{ role: 'service_role' }, 'noSecret'],
  [{ role: 'service_role', maySeeSecrets: true, hasKey: false }, null],
])('with %j: %j', (given, problem) => expect(tryProblem({ ...known, ...given })).toBe(problem))
