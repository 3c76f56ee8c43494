/** What `basedeck policies` says. */
export const policiesText = {
  noExpectation: 'expect needs rows or refused',
  badTable: 'Write table or schema.table',
  problemAt: (path: string, message: string) => (path === '' ? message : `${path}: ${message}`),
  noFile: (file: string, reason: string) => `${file} could not be read: ${reason}`,
  badFile: (file: string, problem: string) => `${file} holds no cases: ${problem}`,
  passed: (name: string) => `ok      ${name}`,
  failed: (name: string, reason: string) => `FAILED  ${name}\n        ${reason}`,
  summary: (count: number, failed: number) =>
    failed === 0 ? `${count} of ${count} cases passed` : `${failed} of ${count} cases failed`,
  expectedRows: (wanted: number, rows: number) => `expected ${wanted} rows, PostgreSQL allowed ${rows}`,
  expectedRefusal: (rows: number) => `expected a refusal, PostgreSQL allowed ${rows} rows`,
  expectedError: (wanted: string, rows: number, error: string | null) =>
    error === null
      ? `expected an error with “${wanted}”, PostgreSQL allowed ${rows} rows`
      : `expected an error with “${wanted}”, PostgreSQL said: ${error}`,
  unexpectedError: (error: string) => `PostgreSQL refused it: ${error}`,
  differs: 'what PostgreSQL did differs from what the policies’ own expressions say',
}
