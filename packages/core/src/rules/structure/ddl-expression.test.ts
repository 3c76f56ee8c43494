import { expect, test } from 'vitest'
import { expressionProblem, typeProblem, volatilityOf, type Volatility } from './ddl-expression.js'

test.each([
  ['now()', null],
  [`'a;b -- c'`, null],
  [`'it''s'`, null],
  ['(1 + 2) * 3', null],
  [`'{}'::jsonb`, null],
  ['$$ x; $$', null],
  [`'open`, 'open'],
  ['"open', 'open'],
  ['(1', 'bracket'],
  ['1)', 'bracket'],
  ['1) primary key, (2', 'bracket'],
  ['1; drop table x', 'semicolon'],
  ['1 -- note', 'comment'],
  ['1 /* note */', 'comment'],
  ['1 /* note', 'open'],
])('the expression %s: %s', (text, problem) => {
  expect(expressionProblem(text)).toBe(problem)
})

test.each([
  ['int8', null],
  ['numeric(10, 2)', null],
  ['timestamp (3) with time zone', null],
  ['"My ""type"""', null],
  ['shop.mood[]', null],
  ['', 'empty'],
  ['  ', 'empty'],
  ['int not null', 'words'],
  ['int primary key', 'words'],
  ['int DEFAULT 1', 'words'],
  ['int, b int', 'words'],
  ['numeric(10, 2) not null', 'words'],
  ['bit(3), b int', 'words'],
  ['t(default)', null],
  ['int; drop table x', 'semicolon'],
  ['int -- x', 'comment'],
  ['numeric(10', 'bracket'],
  ['"open', 'open'],
])('the type %s: %s', (text, problem) => {
  expect(typeProblem(text)).toBe(problem)
})

test.each<[string, Volatility]>([
  ['1', 'constant'],
  [`'a'`, 'constant'],
  ['now()', 'constant'],
  ['current_timestamp', 'constant'],
  [`'a'::varchar(10)`, 'constant'],
  [`coalesce(null, 1)`, 'constant'],
  ['gen_random_uuid()', 'each'],
  ['GEN_RANDOM_UUID ()', 'each'],
  ['"random"()', 'each'],
  [`public.nextval('s')`, 'each'],
  ['my_function()', 'unknown'],
  ['my_function(random())', 'each'],
  ['now() + my_function()', 'unknown'],
  ['"my_function"()', 'unknown'],
  ['"now"()', 'constant'],
  ['my_function', 'constant'],
  ['1 + (2)', 'constant'],
  [`'random()'`, 'constant'],
])('the default %s is %s', (text, volatility) => {
  expect(volatilityOf(text)).toBe(volatility)
})
