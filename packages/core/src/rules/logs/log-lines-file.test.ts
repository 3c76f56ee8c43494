import type { LogLine } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { logLinesFile } from './log-lines-file.js'

const line: LogLine = {
  id: '1',
  time: '2026-11-27T12:00:00.000Z',
  source: 'data',
  level: 'info',
  request_id: '',
  message: '=1+1, "so"',
  fields: { status: 200 },
}

test('a line is a JSON object on a line of its own', () => {
  expect(
    logLinesFile([line, line], 'ndjson')
      .split('\n')
      .slice(0, 2)
      .map((text) => JSON.parse(text) as unknown),
  ).toEqual([line, line])
})

test('in CSV texts are quoted, and none is a formula', () => {
  expect(logLinesFile([line], 'csv')).toBe(
    'time,level,source,request_id,message,fields\r\n' +
      `2026-11-27T12:00:00.000Z,info,data,,"'=1+1, ""so""","{""status"":200}"\r\n`,
  )
})
