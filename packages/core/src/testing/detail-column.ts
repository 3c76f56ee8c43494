/** A column of a table as the catalogue describes it, for tests of what can be edited. */

/** @param more what differs from a plain column that may be NULL and may be updated */
export const detailColumn = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  typeName: type,
  isNullable: true,
  key: null,
  declared: type,
  defaultText: null,
  made: null,
  enums: null,
  isUpdatable: true,
  comment: null,
  ...more,
})
