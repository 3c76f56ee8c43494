/** What a new function may begin with, by name. */
import type { FunctionValues } from './function-text.js'

/** Fields that a template fills in. */
export const FUNCTION_TEMPLATES: Readonly<Record<string, Partial<FunctionValues>>> = {
  plpgsql: {
    kind: 'function',
    returns: 'void',
    language: 'plpgsql',
    body: '\nbegin\n\nend\n',
    volatility: 'volatile',
  },
  sql: {
    kind: 'function',
    returns: 'integer',
    language: 'sql',
    body: 'return 1',
    volatility: 'immutable',
    isDefiner: false,
  },
  rows: {
    kind: 'function',
    returns: 'table(id bigint, name text)',
    language: 'sql',
    body: "\nselect 1, 'one'\n",
    volatility: 'stable',
  },
  trigger: {
    kind: 'function',
    arguments: [],
    returns: 'trigger',
    language: 'plpgsql',
    body: '\nbegin\n  new.updated_at = now();\n  return new;\nend\n',
    volatility: 'volatile',
  },
  definer: {
    kind: 'function',
    returns: 'void',
    language: 'plpgsql',
    body: '\nbegin\n  -- Runs with the rights of its owner: check who calls it.\nend\n',
    isDefiner: true,
    // Names are then written with their schemas, and mean nothing else.
    searchPath: '""',
  },
  procedure: { kind: 'procedure', returns: '', language: 'plpgsql', body: '\nbegin\n  commit;\nend\n' },
}
