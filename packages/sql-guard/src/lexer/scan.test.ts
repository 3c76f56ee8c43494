import { expect, test } from 'vitest'
import { scan } from './scan.js'

/** Tokens as `kind:text`, an open one as `kind!text`. */
function tokens(sql: string): string[] {
  return scan(sql).map(
    ({ kind, start, end, closed }) => `${kind}${closed ? ':' : '!'}${sql.slice(start, end)}`,
  )
}

test.each([
  ['', []],
  [' \t\n\r\f\v', []],
  ['Select _a1$ é', ['word:Select', 'word:_a1$', 'word:é']],
  // Everything beyond ASCII is a letter, also what looks like a blank.
  ['a\u00a0b\u3000c', ['word:a\u00a0b\u3000c']],
  ['😀x', ['word:😀x']],
  ['"a""b" "', ['quoted:"a""b"', 'quoted!"']],
  ['U&"d\\0061" u&"x', ['quoted:U&"d\\0061"', 'quoted!u&"x']],
  ["U&'d' u&'x", ["string:U&'d'", "string!u&'x"]],
  ['u&x', ['word:u', 'operator:&', 'word:x']],
  ["'a''b' '", ["string:'a''b'", "string!'"]],
  ["'a\\' b", ["string:'a\\'", 'word:b']],
  ["e'a\\'b' x", ["string:e'a\\'b'", 'word:x']],
  ["E'a''b\\\\' x", ["string:E'a''b\\\\'", 'word:x']],
  ["E'a\\", ["string!E'a\\"]],
  ["fe'a\\'", ['word:fe', "string:'a\\'"]],
  ["b'01' X'ff' N'x' y'z'", ["string:b'01'", "string:X'ff'", "string:N'x'", 'word:y', "string:'z'"]],
  // Bit strings have no doubled quotes.
  ["b'0''1' x'", ["string:b'0'", "string:'1'", "string!x'"]],
  // A string continues in another line, by the rules of its first part.
  ["E'a' \n 'b\\'c'", ["string:E'a'", "string:'b\\'c'"]],
  ["E'a' -- '\n'b\\'c'", ["string:E'a'", "comment:-- '", "string:'b\\'c'"]],
  ["E'a'\n'b'\n'c\\'d'", ["string:E'a'", "string:'b'", "string:'c\\'d'"]],
  ["E'a' 'b\\' c", ["string:E'a'", "string:'b\\'", 'word:c']],
  ["E'a' /*\n*/ 'b\\' c", ["string:E'a'", 'comment:/*\n*/', "string:'b\\'", 'word:c']],
  ["E'a',\n'b\\' c", ["string:E'a'", 'comma:,', "string:'b\\'", 'word:c']],
  ["'a'\n'b\\' c", ["string:'a'", "string:'b\\'", 'word:c']],
  ['$$a$b$$ c', ['string:$$a$b$$', 'word:c']],
  ['$é1$ $$ $e$ $é1$', ['string:$é1$ $$ $e$ $é1$']],
  ['$a$ $b$a$ x', ['string:$a$ $b$a$', 'word:x']],
  ['$A$ $a$', ['string!$A$ $a$']],
  ['a$b$ c$b$', ['word:a$b$', 'word:c$b$']],
  ['$1$1a$ $', ['parameter:$1', 'parameter:$1', 'word:a$', 'symbol:$']],
  ['$a b', ['symbol:$', 'word:a', 'word:b']],
  ['1$$a$$', ['number:1', 'string:$$a$$']],
  ['-- a\nb -- c', ['comment:-- a', 'word:b', 'comment:-- c']],
  ['--a\rb', ['comment:--a', 'word:b']],
  ['/* a /* b */ c */ d', ['comment:/* a /* b */ c */', 'word:d']],
  ['/**/ /***/ /*/*/', ['comment:/**/', 'comment:/***/', 'comment!/*/*/']],
  ['/* a /* b */', ['comment!/* a /* b */']],
  ['- -a/b', ['operator:-', 'operator:-', 'word:a', 'operator:/', 'word:b']],
  // A comment may begin inside an operator; signs at an operator's end belong to what follows.
  ['1+--c\n2', ['number:1', 'operator:+', 'comment:--c', 'number:2']],
  ['a@/*c*/b', ['word:a', 'operator:@', 'comment:/*c*/', 'word:b']],
  ['a=-1', ['word:a', 'operator:=', 'operator:-', 'number:1']],
  ['a<=+-1', ['word:a', 'operator:<=', 'operator:+', 'operator:-', 'number:1']],
  ['a@-1', ['word:a', 'operator:@-', 'number:1']],
  [
    '+-+ ->> !~* #>',
    ['operator:+', 'operator:-', 'operator:+', 'operator:->>', 'operator:!~*', 'operator:#>'],
  ],
  ['a::int[]', ['word:a', 'symbol:::', 'word:int', 'symbol:[', 'symbol:]']],
  [
    'f(a:=1,b=>2);',
    [
      'word:f',
      'open:(',
      'word:a',
      'symbol::=',
      'number:1',
      'comma:,',
      'word:b',
      'operator:=>',
      'number:2',
      'close:)',
      'semicolon:;',
    ],
  ],
  ['a.b : \\ {', ['word:a', 'dot:.', 'word:b', 'symbol::', 'symbol:\\', 'symbol:{']],
  ['a:', ['word:a', 'symbol::']],
  ['\0', ['symbol:\0']],
  [
    '1 1. .5 1.5 1..2',
    ['number:1', 'number:1.', 'number:.5', 'number:1.5', 'number:1', 'symbol:..', 'number:2'],
  ],
  [
    '1e5 1.E-2 1e 1e+ 2ex',
    [
      'number:1e5',
      'number:1.E-2',
      'number:1',
      'word:e',
      'number:1',
      'word:e',
      'operator:+',
      'number:2',
      'word:ex',
    ],
  ],
  [
    '0x1F 0b01 0o17 0xg 1_000 1__0',
    [
      'number:0x1F',
      'number:0b01',
      'number:0o17',
      'number:0',
      'word:xg',
      'number:1_000',
      'number:1',
      'word:__0',
    ],
  ],
  ["1e'\\''", ['number:1', "string:e'\\''"]],
])('reads %j as PostgreSQL does', (sql, expected) => {
  expect(tokens(sql)).toEqual(expected)
})

test('leaves only blanks between the tokens', () => {
  const sql = 'select\t"a b" ,\n\'x\'  -- end\r\n'
  let at = 0
  for (const { start, end } of scan(sql)) {
    expect(sql.slice(at, start)).toMatch(/^[ \t\n\r\f\v]*$/)
    at = end
  }
  expect(sql.slice(at)).toBe('\r\n')
})
