/** Loaded before an example of a README: a platform in memory answers in the place of the one that the example names. */
import { createFakePlatform } from '@basedeck/platform-client/testing'

const fake = createFakePlatform()
const oneRow = (name, dataTypeId, dataType, value) => ({
  results: [
    {
      command: 'SELECT',
      rowCount: 1,
      fields: [{ name, dataTypeId, dataType }],
      rows: [[value]],
      notices: [],
    },
  ],
})
fake.answer('select 9007199254740993::int8 as id', oneRow('id', 20, 'int8', '9007199254740993'))
fake.answer('select 1 as one limit 100;', oneRow('one', 23, 'int4', '1'))
globalThis.fetch = fake.fetch
