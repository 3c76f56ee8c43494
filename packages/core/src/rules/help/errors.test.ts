import { expect, test } from 'vitest'
import { alertMessage, errorPanel, messageOf } from './errors.js'

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
