import {
  AUTH_MAIL_DEFAULTS,
  AUTH_MAIL_KINDS,
  MAIL_VARIABLES,
  notificationOf,
  type MailVariables,
} from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { authMailProblem, exampleMailVariables, linksOf, renderAuthMail } from './mail.js'

const variables: MailVariables = {
  ConfirmationURL: 'http://127.0.0.1:8788/default/auth/v1/verify?token=abc&type=signup',
  Token: '123456',
  TokenHash: 'abc',
  SiteURL: 'https://example.com',
  RedirectTo: 'myapp://open',
  Data: {
    name: '<b>Eve</b>',
    link: 'javascript:alert(1)',
    site: 'https://eve.example/?a=1&b=2',
    n: 3,
    list: [1],
  },
  Email: 'eve+"x"@example.com',
  NewEmail: '',
}
const html = (content: string) => renderAuthMail({ subject: 's', content }, variables).html

test.each([
  ['Hi {{ .Data.name }}', 'Hi &lt;b&gt;Eve&lt;/b&gt;'],
  ['<p title="{{ .Email }}">', '<p title="eve+&quot;x&quot;@example.com">'],
  [
    '<a href="{{ .ConfirmationURL }}">',
    '<a href="http://127.0.0.1:8788/default/auth/v1/verify?token=abc&amp;type=signup">',
  ],
  ['<a href="{{ .RedirectTo }}">', '<a href="myapp://open">'],
  ['<a href="{{ .Data.link }}">', '<a href="#">'],
  ['<a href="{{ .Data.site }}">', '<a href="https://eve.example/?a=1&amp;b=2">'],
  [
    '<a href="{{ .SiteURL }}/x?e={{ .Email }}&r={{ .RedirectTo }}">',
    '<a href="https://example.com/x?e=eve%2B%22x%22%40example.com&r=myapp%3A%2F%2Fopen">',
  ],
  ['{{ .Data.missing }}|{{ .Data.n }}|{{ .Data.list }}|{{ .Data.toString }}', '|3||'],
  ['{{ if .NewEmail }}a{{ else }}b{{ end }}{{ if .Data.name }}c{{ end }}', 'bc'],
  ['<b>1 > 0</b> {{ .Token }}', '<b>1 > 0</b> 123456'],
])('%s', (content, expected) => expect(html(content)).toBe(expected))

test('a subject is one line, whatever its values hold', () => {
  const data = { name: 'Eve\r\nBcc: all@example.com' }
  const { subject } = renderAuthMail(
    { subject: 'Hi\n{{ .Data.name }}', content: 'x' },
    { ...variables, Data: data },
  )
  expect(subject).toBe('Hi Eve Bcc: all@example.com')
})

test('programs without HTML get the text and the links', () => {
  const { text } = renderAuthMail(
    {
      subject: 's',
      content:
        '<style>p { }</style><h2>Hi</h2>\n<p>Go <a class="x" href="{{ .ConfirmationURL }}">there</a> &lt;now&gt;</p>',
    },
    variables,
  )
  expect(text).toBe('Hi\nGo there: http://127.0.0.1:8788/default/auth/v1/verify?token=abc&type=signup <now>')
})

test.each([
  '<script>let x = "{{ .Data.name }}"</script>',
  '<style>{{ .Data.name }}</style>',
  '<a onclick="{{ .Data.name }}">',
  '<p style="color: {{ .Data.name }}">',
  '<a href={{ .ConfirmationURL }}>',
  '<{{ .Data.name }}>x',
  '<p {{ .Data.name }}>',
  '{{ if .Token }}<a href={{ else }}{{ .Token }}{{ end }}{{ .Token }}>',
])('a value may not stand in %s', (content) => {
  expect(authMailProblem({ subject: 's', content })).toMatchObject({ reason: 'unsafe-place', line: 1 })
  expect(() => renderAuthMail({ subject: 's', content }, variables)).toThrow()
})

test('what can’t be read is said of subject and body', () => {
  expect(authMailProblem({ subject: '{{ .Nobody }}', content: 'x' })).toMatchObject({
    reason: 'unknown-variable',
  })
  expect(authMailProblem({ subject: 's', content: '{{' })).toMatchObject({ reason: 'unclosed-braces' })
})

test.each(AUTH_MAIL_KINDS)('the built-in mail %s can be sent', (kind) => {
  const template = {
    subject: AUTH_MAIL_DEFAULTS[`mailer_subjects_${kind}`],
    content: AUTH_MAIL_DEFAULTS[`mailer_templates_${kind}_content`],
  }
  const mail = renderAuthMail(template, variables)
  expect(mail.html + mail.subject).toMatch(
    kind === 'invite' ? /verify/ : notificationOf(kind) ? /https:\/\// : /123456/,
  )
  expect(mail.html).not.toContain('{{')
})

test('the links of a mail are its addresses, each once', () => {
  const content =
    '<a href="{{ .ConfirmationURL }}">a</a><a class="b" href=\'{{ .ConfirmationURL }}\'>b</a><a href="#x">c</a>'
  expect(linksOf(html(content))).toEqual([variables.ConfirmationURL])
})

test('a preview has values for every variable', () => {
  const example = exampleMailVariables('ada@example.com', 'https://example.com')
  expect(Object.keys(example).toSorted()).toEqual([...MAIL_VARIABLES].toSorted())
})
