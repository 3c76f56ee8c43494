import { expect, test } from 'vitest'
import { codeOf as code } from './testing/snippet-stage.js'

test('in SQL', () => {
  expect(code('sql').join('\n')).toBe(`select * from "public"."orders" limit 10;

select "id", "a b" from "public"."orders" where "id" = 1;

insert into "public"."orders" ("total", "note") values (1, 'it''s "so"');

update "public"."orders" set "open" = true where "id" = 1;

delete from "public"."orders" where "id" = 1;

insert into "public"."orders" ("id", "tags") values (1, '{}')
on conflict ("id") do update set "tags" = excluded."tags";

select * from "public"."orders"("customer" => 1);

select * from "public"."orders"();
`)
})
