import { expect, test } from 'vitest'
import { cronFiveFields, readCron, type CronFields } from './cron-expression.js'

const all = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
const ANY: CronFields = {
  minutes: all(0, 59),
  hours: all(0, 23),
  daysOfMonth: null,
  months: all(1, 12),
  daysOfWeek: null,
}

test.each<[string, Partial<CronFields>]>([
  ['* * * * *', {}],
  ['  *\t* *  * *\n', {}],
  ['*/15 * * * *', { minutes: [0, 15, 30, 45] }],
  ['5-20/5,50 * * * *', { minutes: [5, 10, 15, 20, 50] }],
  ['0 3 * * *', { minutes: [0], hours: [3] }],
  ['0 0 31 * *', { minutes: [0], hours: [0], daysOfMonth: [31] }],
  ['0 0 29 2 *', { minutes: [0], hours: [0], daysOfMonth: [29], months: [2] }],
  ['0 0 30 2 mon', { minutes: [0], hours: [0], daysOfMonth: [30], months: [2], daysOfWeek: [1] }],
  ['0 0 * JAN-mar,Dec *', { minutes: [0], hours: [0], months: [1, 2, 3, 12] }],
  ['0 0 * * MON-FRI', { minutes: [0], hours: [0], daysOfWeek: [1, 2, 3, 4, 5] }],
  ['0 0 * * 7', { minutes: [0], hours: [0], daysOfWeek: [0] }],
  ['0 0 * * 5-7', { minutes: [0], hours: [0], daysOfWeek: [0, 5, 6] }],
  ['0 0 * * 0,7', { minutes: [0], hours: [0], daysOfWeek: [0] }],
  ['0 0 * * */2', { minutes: [0], hours: [0], daysOfWeek: [0, 2, 4, 6] }],
  ['@hourly', { minutes: [0] }],
  ['@Weekly', { minutes: [0], hours: [0], daysOfWeek: [0] }],
])('%j is read', (expression, fields) => {
  expect(readCron(expression)).toEqual({ ok: true, fields: { ...ANY, ...fields } })
})

test.each<[string, string]>([
  ['', 'five fields'],
  ['* * * *', 'five fields'],
  ['* * * * * *', 'five fields'],
  ['@reboot', 'There is no @reboot'],
  ['60 * * * *', 'Minute: 60 is not from 0 to 59'],
  ['* 24 * * *', 'Hour: 24 is not from 0 to 23'],
  ['0 0 0 * *', 'Day of the month: 0 is not from 1 to 31'],
  ['0 0 32 * *', 'Day of the month: 32 is not from 1 to 31'],
  ['0 0 * 13 *', 'Month: 13 is not from 1 to 12'],
  ['0 0 * * 8', 'Day of the week: 8 is not from 0 to 7'],
  ['mon * * * *', 'Minute: mon is not from 0 to 59'],
  ['5-1 * * * *', 'Minute: 5-1 ends before it begins'],
  ['*/0 * * * *', 'Minute: a step of 0 goes nowhere'],
  ['5/15 * * * *', 'Minute: write 5-59/15'],
  ['*-5 * * * *', 'Minute: *-5 can’t be read'],
  [', * * * *', 'Minute: a value is missing'],
  ['1,,2 * * * *', 'Minute: a value is missing'],
  ['-1 * * * *', 'Minute: -1 can’t be read'],
  ['1.5 * * * *', 'Minute: 1.5 can’t be read'],
  ['0 0 L * *', 'Day of the month: L is not from 1 to 31'],
  ['0 0 ? * *', 'Day of the month: ? can’t be read'],
  ['0 0 30 2 *', 'This never comes'],
  ['0 0 31 4,6,9,11 *', 'This never comes'],
])('%j is refused with a sentence', (expression, problem) => {
  const read = readCron(expression)
  expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
})

test('a word is replaced by its five fields', () => {
  expect(cronFiveFields(' @Daily ')).toBe('0 0 * * *')
  expect(cronFiveFields('0  3 * *  *')).toBe('0 3 * * *')
})
