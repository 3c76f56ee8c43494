/** The functions that a test of policies makes for its run. */

/** The error by which an attempt is undone; PostgreSQL and its extensions have no such code. */
export const UNDO = 'BD000'

/** Functions of the session alone, which the role calls with its own rights. */
export const FUNCTIONS = `create function pg_temp.basedeck_holds(expression text, relation text, tested anyelement) returns text
language plpgsql as $basedeck$
declare answer boolean;
begin
  execute pg_catalog.format(E'select (%s\\n)::boolean from pg_catalog.unnest(array[$1]) as %I', expression, relation)
    into answer using tested;
  return coalesce(answer::text, 'null');
exception when others then
  return 'error ' || sqlerrm;
end $basedeck$;
create function pg_temp.basedeck_attempt(statement text) returns json language plpgsql as $basedeck$
declare touched bigint; told text; code text;
begin
  execute statement;
  get diagnostics touched = row_count;
  raise exception using errcode = '${UNDO}';
exception
  when sqlstate '${UNDO}' then return pg_catalog.json_build_object('rows', touched);
  when others then
    get stacked diagnostics told = message_text, code = returned_sqlstate;
    return pg_catalog.json_build_object('code', code, 'message', told);
end $basedeck$;
create function pg_temp.basedeck_count(statement text) returns bigint language plpgsql as $basedeck$
declare counted bigint;
begin
  execute statement into counted;
  return counted;
exception when others then return null;
end $basedeck$;
grant execute on function pg_temp.basedeck_holds(text, text, anyelement), pg_temp.basedeck_attempt(text),
  pg_temp.basedeck_count(text) to public`
