/** A file of tests ends when what it began to import is there: a module that comes later fails the whole run. */
import { afterAll, vi } from 'vitest'

afterAll(() => vi.dynamicImportSettled())
