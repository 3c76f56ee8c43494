import { expect, test } from 'vitest'
import { changesMeanwhile, type ComparedTable, type MeanwhileChange } from './description-changes.js'

const BEFORE: ComparedTable = {
  schema: 'shop',
  name: 'orders',
  comment: null,
  isRlsOn: false,
  columns: [
    { position: 1, name: 'id' },
    { position: 2, name: 'note' },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
}

test.each<[Partial<ComparedTable> | null, MeanwhileChange[]]>([
  [{}, []],
  [null, [{ kind: 'gone' }]],
  [{ name: 'sales' }, [{ kind: 'renamed', to: 'sales' }]],
  [{ schema: 'old' }, [{ kind: 'moved', to: 'old' }]],
  [{ columns: [{ position: 1, name: 'id' }] }, [{ kind: 'column-gone', column: 'note' }]],
  [{ columns: [...BEFORE.columns, { position: 3, name: 'at' }] }, [{ kind: 'column-added', column: 'at' }]],
  [
    {
      columns: [
        { position: 1, name: 'key' },
        { position: 2, name: 'note' },
      ],
      primaryKey: ['key'],
    },
    [{ kind: 'column-changed', column: 'id' }],
  ],
  [{ primaryKey: [] }, [{ kind: 'keys' }]],
  [{ name: 'sales', primaryKey: [] }, [{ kind: 'renamed', to: 'sales' }, { kind: 'keys' }]],
  [{ foreignKeys: [{ name: 'fk' }] }, [{ kind: 'keys' }]],
  [{ comment: 'New' }, [{ kind: 'comment' }]],
  [{ isRlsOn: true }, [{ kind: 'rls' }]],
  [{ comment: 'New', isRlsOn: true }, [{ kind: 'comment' }, { kind: 'rls' }]],
])('now it is %o: %j', (changes, expected) => {
  expect(changesMeanwhile(BEFORE, changes && { ...BEFORE, ...changes })).toEqual(expected)
})
