import { expect, test } from 'vitest'
import { auditExportQuery } from './audit-export.js'

test('a file has what is looked for: words as they stand, and kinds', () => {
  expect(auditExportQuery({})).not.toContain(' where ')
  const query = auditExportQuery({ search: ` it's 50%\0 `, types: ['account', `o'r`] })
  expect(query).toContain(String.raw`ilike E'%it''s 50\\%%'`)
  expect(query).toContain(`in ('account', 'o''r')`)
  expect(query).toContain('order by')
})
