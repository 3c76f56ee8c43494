import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkdownTokens, MARKDOWN_MAX_CHARACTERS } from './markdown-tokens.js'
import type { CodeBlock } from './markdown.js'

const draw = (text: string) => renderToStaticMarkup(createElement(MarkdownTokens, { text }))

test('what people write is drawn', () => {
  expect(draw('**a** *b* ~~c~~ `d`')).toBe('<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>')
  expect(draw('- a\n- b')).toBe('<ul><li>a</li><li>b</li></ul>')
  expect(draw('3. a')).toBe('<ol start="3"><li>a</li></ol>')
  expect(draw('```sql\nselect 1\n```')).toBe('<pre>select 1</pre>')
  expect(draw('|a|\n|-|\n|1|')).toContain('<td>1</td>')
  expect(draw('a < b & "c"')).toBe('<p>a &lt; b &amp; &quot;c&quot;</p>')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="alert(1)">b</b>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">a</a>',
  '<style>*{display:none}</style>',
  '- <details open ontoggle=alert(1)>',
  '|<img src=x onerror=alert(1)>|\n|-|\n|<script>1</script>|',
])('HTML is shown as the text it is: %s', (text) => {
  expect(draw(text)).not.toMatch(/<(script|img|b|svg|iframe|style|details|a)[\s>/]/)
})

test.each([
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#10;script:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '[a](file:///etc/passwd)',
  '[a](/project/default/settings)',
  '[a](//evil.example)',
  '![a](javascript:alert(1))',
])('%s is no link', (text) => {
  expect(draw(text)).not.toContain('href')
})

test('links leave the dashboard, pictures become links and are not loaded', () => {
  expect(draw('[a](https://example.com/x)')).toBe(
    '<p><a target="_blank" rel="noreferrer" href="https://example.com/x">a</a></p>',
  )
  expect(draw('![b](https://example.com/p.png)')).not.toContain('<img')
  expect(draw('[m](mailto:ada@example.com)')).toContain('href="mailto:ada@example.com"')
})

test('neither length nor depth breaks it', () => {
  const long = 'a'.repeat(MARKDOWN_MAX_CHARACTERS + 1)
  expect(draw(long)).toContain(long)
  expect(draw('>'.repeat(5000) + ' a')).toContain('a')
  expect(draw('*'.repeat(2000) + 'a' + '*'.repeat(2000))).toContain('a')
})

test('the caller may draw a block of code, and learns whether it is complete', () => {
  const seen: CodeBlock[] = []
  const renderCode = (block: CodeBlock) => {
    seen.push(block)
    return null
  }
  renderToStaticMarkup(
    createElement(MarkdownTokens, { text: '```SQL\nselect 1\n```\n\n```\nselect', renderCode }),
  )
  expect(seen).toEqual([
    { text: 'select 1', language: 'sql', isOpen: false },
    { text: 'select', language: '', isOpen: true },
  ])
})
