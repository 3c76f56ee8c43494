import { expect, test } from 'vitest'
import { mailTemplateSentence, readMailTemplate } from './auth-mail-template.js'
import { AUTH_MAIL_DEFAULTS } from './auth-mail-texts.js'

test('a template is text, variables and what depends on one', () => {
  expect(
    readMailTemplate('Hi {{ .Email }}{{if .Data.name}}, {{- .Data.name -}}!{{ else }}?{{ end }}'),
  ).toEqual([
    { type: 'text', text: 'Hi ' },
    { type: 'variable', path: ['Email'] },
    { type: 'text', text: '' },
    {
      type: 'if',
      path: ['Data', 'name'],
      whenSet: [
        { type: 'text', text: ', ' },
        { type: 'variable', path: ['Data', 'name'] },
        { type: 'text', text: '!' },
      ],
      otherwise: [{ type: 'text', text: '?' }],
    },
    { type: 'text', text: '' },
  ])
})

test.each([
  ['{{ .Token', 'Line 1: braces are opened and not closed, or the other way round'],
  ['a\nb }}', 'Line 2: braces are opened and not closed, or the other way round'],
  ['{{ .Data }}', /names no variable/],
  ['{{ .Email.x }}', /names no variable/],
  ['{{ .Data.a-b }}', /names no variable/],
  ['{{ if .Nobody }}{{ end }}', /names no variable/],
  ['{{ printf "%s" .Email }}', /is not understood/],
  ['{{ }}', /is not understood/],
  ['\n{{ if .Email }}', 'Line 2: an if has no end'],
  ['{{ end }}', 'Line 1: {{ end }} belongs to no if'],
  ['{{ if .Email }}{{ else }}{{ else }}{{ end }}', 'Line 1: {{ else }} belongs to no if'],
])('%j is said to be wrong', (template, sentence) => expect(mailTemplateSentence(template)).toMatch(sentence))

test.each(Object.entries(AUTH_MAIL_DEFAULTS))('%s is a template', (_, template) =>
  expect(mailTemplateSentence(template)).toBeUndefined(),
)
