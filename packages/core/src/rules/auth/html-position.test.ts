import { expect, test } from 'vitest'
import { htmlPosition } from './html-position.js'

test.each([
  ['', 'text'],
  ['<p>', 'text'],
  ['1 < 2 ', 'text'],
  ['<p title="1 > 0">', 'text'],
  ['<p title="', 'attribute'],
  ['<p title=\'a" ', 'attribute'],
  ['<a href="', 'address'],
  ['<a href=" https://x/', 'address-part'],
  ['<a href="https://x/?a=', 'query-part'],
  ['<a HREF="#', 'query-part'],
  ['<a href=', 'unsafe'],
  ['<a ', 'unsafe'],
  ['<', 'unsafe'],
  ['</', 'unsafe'],
  ['<a onclick="', 'unsafe'],
  ['<a style="', 'unsafe'],
  ['<SCRIPT>let a = "', 'unsafe'],
  ['<script></script>', 'text'],
  ['<style>p { }</style ><b>', 'text'],
  ["<!-- it's > here ", 'unsafe'],
  ["<!-- it's > here -->", 'text'],
  [`<p title="${'x'.repeat(6000)}`, 'unsafe'],
])('behind %j a value stands in %s', (html, place) => {
  const position = htmlPosition()
  position.read(html)
  expect(position.place()).toBe(place)
})

test('a copy goes its own way', () => {
  const position = htmlPosition()
  position.read('<a href="')
  const copy = position.copy()
  copy.read('x">')
  expect([position.place(), copy.place()]).toEqual(['address', 'text'])
})
