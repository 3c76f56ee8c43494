import { expect, test } from 'vitest'
import { alertMessage, errorPanel, messageOf, withoutAddedLimit } from './errors.js'

test.each([
  ['a text as it is', 'broken', 'broken'],
  ['the message of an error', new Error('broken'), 'broken'],
  ['msg before message', { msg: 'first', message: 'second' }, 'first'],
  ['message when msg is no text', { msg: 1, message: 'second' }, 'second'],
  ['message when msg is blank', { msg: ' ', message: 'second' }, 'second'],
  ['nothing in a blank message', new Error(''), undefined],
  ['nothing in a blank text', '\n', undefined],
  ['nothing in an object without either', {}, undefined],
  ['nothing in null', null, undefined],
  ['nothing in a number', 7, undefined],
])('an error says %s', (_, error, message) => {
  expect(messageOf(error)).toBe(message)
})

test.each([
  ['upstream said 503', '503 Service Temporarily Unavailable'],
  ['code 1503x', '503 Service Temporarily Unavailable'],
  ['something else', 'something else'],
])('the alert for “%s” reads “%s”', (message, text) => {
  expect(alertMessage(message)).toBe(text)
})

test('the first line of a formatted error is the title, empty lines are dropped', () => {
  expect(errorPanel('ERROR:  42P01: no\r\n\nLINE 1: select\n        ^\n')).toEqual({
    title: 'ERROR:  42P01: no',
    detail: ['LINE 1: select', '        ^'],
  })
})

test.each([[undefined], [''], ['\n \n']])('nothing to show in %j', (formatted) => {
  expect(errorPanel(formatted)).toBeNull()
})

test.each([
  ['LINE 2: from gone limit 100;', 100, 'LINE 2: from gone'],
  ['LINE 2: from gone limit 100;', undefined, 'LINE 2: from gone limit 100;'],
  ['LINE 2: from gone limit 50;', 100, 'LINE 2: from gone limit 50;'],
  ['HINT: try limit 100;', 100, 'HINT: try limit 100;'],
  ['HINT: see LINE 2: limit 100;', 100, 'HINT: see LINE 2: limit 100;'],
  ['LINE 12: from gone limit 100;', 100, 'LINE 12: from gone'],
  ['LINE 2: from gone limit undefined;', undefined, 'LINE 2: from gone limit undefined;'],
])('the quoted line of %j with an added limit of %s reads %j', (line, autoLimit, shown) => {
  expect(withoutAddedLimit(`ERROR:  42P01\n${line}\n ^`, autoLimit)).toBe(`ERROR:  42P01\n${shown}\n ^`)
})
