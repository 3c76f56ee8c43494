/** What a platform answers to one statement that returns rows. */

/** @param cut values that are not whole: row, column, and the bytes of the whole value */
export const queryResult = (rows: (string | null)[][], cut?: [number, number, number][]) => ({
  results: [
    { command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows, ...(cut ? { cut } : {}) },
  ],
})
