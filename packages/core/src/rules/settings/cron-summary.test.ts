import { expect, test } from 'vitest'
import { cronSentence, zonedTime } from '../../text/cron-sentence.js'
import { cronSummary } from './cron-summary.js'

test.each<[string, string]>([
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/7 * * * *', 'Every hour at :00, :07, :14, :21, :28, :35, :42, :49 and :56'],
  ['0 * * * *', 'Every hour'],
  ['@hourly', 'Every hour'],
  ['5,35 * * * *', 'Every hour at :05 and :35'],
  ['0 3 * * *', 'Every day at 03:00'],
  ['30 */6 * * *', 'Every day at 00:30, 06:30, 12:30 and 18:30'],
  ['0 9-17 * * *', 'Every hour of the hours 9 to 17'],
  ['*/10 9-17 * * mon-fri', 'Every 10 minutes of the hours 9 to 17, Monday to Friday'],
  ['* 3 * * *', 'Every minute of the hour 3'],
  ['5,7 0-3,22,23 * * *', 'At :05 and :07 of the hours 0 to 3, 22 and 23'],
  ['0 8 * * 1-5', 'Monday to Friday at 08:00'],
  ['0 8 * * sun', 'Every Sunday at 08:00'],
  ['0 8 * * 0,3,6', 'Wednesday, Saturday and Sunday at 08:00'],
  ['0 0 1 * *', 'Day 1 of every month at 00:00'],
  ['0 0 1,15 * *', 'Days 1 and 15 of every month at 00:00'],
  ['0 0 1 jan,jul *', 'Day 1 of January and July at 00:00'],
  ['0 0 * 6-8 *', 'Every day of June to August at 00:00'],
  ['0 0 13 * fri', 'Day 13 of every month, and every Friday at 00:00'],
  ['0 0 13 3 fri', 'Day 13 of March, and every Friday of March at 00:00'],
  ['*/5 * * 12 1', 'Every 5 minutes, every Monday, of December'],
  ['*/5 * 1 * *', 'Every 5 minutes, day 1 of every month'],
])('%s says: %s', (expression, sentence) => {
  const summary = cronSummary(expression)
  expect(summary && cronSentence(summary)).toBe(sentence)
})

test('what can’t be read says nothing', () => {
  expect(cronSummary('often')).toBeUndefined()
})

test('a moment is shown in the time zone of the project', () => {
  expect(zonedTime(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe('Sun, Mar 29, 03:00')
  expect(zonedTime(new Date('2026-01-01T00:00:00Z'), 'UTC')).toBe('Thu, Jan 1, 00:00')
})
