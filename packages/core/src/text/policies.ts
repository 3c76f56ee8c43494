/** The words of the page of policies, of their tester and of the matrix. */
import type { Coverage } from '../rules/auth/policy-coverage.js'
import type { PolicyGateReason, RowFate } from '../rules/auth/policy-decision.js'
import type { PolicyCommand, PolicyGate, RowOperation } from '../rules/auth/policy.js'
import type { PolicyTemplate } from '../rules/auth/policy-templates.js'
import { named } from './named.js'
import { plural } from './plural.js'

const list = (names: readonly string[]) => names.map(named).join(', ')

const COMMANDS: Readonly<Record<PolicyCommand, string>> = {
  all: 'ALL',
  select: 'SELECT',
  insert: 'INSERT',
  update: 'UPDATE',
  delete: 'DELETE',
}

/** Every sentence of the page. */
export const policiesText = {
  lead: 'Which rows a role may see and change. Policies apply to tables with row-level security.',
  views: { label: 'Views', list: 'Policies', test: 'Tester', matrix: 'Matrix' },
  find: 'Find table or policy…',
  tables: (count: number, hasMore: boolean) => (hasMore ? `First ${count} tables` : plural(count, 'table')),
  more: 'More tables match. Search to find them.',
  failed: 'The policies could not be listed',
  none: 'This schema has no tables',
  noneBody: 'Policies belong to tables. Create a table first.',
  noneFound: 'No table or policy matches',
  noneFoundBody: 'Search for another part of the name.',
  clear: 'Clear search',
  openTables: 'Open tables',
  mayNot: 'Your role may not change policies',
  mayNotTest: 'A test runs statements and discards them, which your role may not do',
  rlsOn: 'RLS on',
  rlsOff: 'RLS off',
  forced: 'Forced',
  forcedHint: 'The owner of the table is subject to its policies too.',
  turnOn: 'Turn on RLS',
  turnOff: 'Turn off RLS',
  force: 'Force for the owner',
  unforce: 'Stop forcing for the owner',
  tableActions: (name: string) => `Actions of the table ${named(name)}`,
  policyActions: (name: string) => `Actions of the policy ${named(name)}`,
  newPolicy: 'New policy',
  edit: 'Edit',
  duplicate: 'Duplicate',
  remove: 'Delete',
  test: 'Test this table',
  noPolicies: (isRlsOn: boolean) =>
    isRlsOn
      ? 'No policies: other roles than the owner see no rows, and change none.'
      : 'No policies, and row-level security is off: whoever has the privilege sees and changes every row.',
  noEffect: 'Row-level security is off, so these policies have no effect.',
  columns: {
    name: 'Name',
    command: 'Command',
    kind: 'Kind',
    roles: 'Roles',
    condition: 'Condition',
    actions: 'Actions',
  },
  commands: COMMANDS,
  kinds: {
    permissive: { label: 'Permissive', body: 'Allows rows. One permissive policy that holds is enough.' },
    restrictive: {
      label: 'Restrictive',
      body: 'Limits what permissive policies allow. Each restrictive policy has to hold.',
    },
  },
  everyone: 'public',
  everyoneBody: 'public (all roles)',
  using: 'Using',
  check: 'With check',
  panel: {
    newTitle: (table: string) => `New policy on ${named(table)}`,
    editTitle: (name: string) => `Edit policy ${named(name)}`,
    duplicateTitle: (name: string) => `Duplicate policy ${named(name)}`,
    create: 'Create policy',
    creating: 'Creating…',
    save: 'Save policy',
    template: 'Template',
    name: 'Name',
    command: 'Command',
    kind: 'Kind',
    roles: 'Roles',
    rolesHint: 'None chosen means public: all roles.',
    rolesFailed: (message: string) => `The roles could not be listed: ${message}`,
    usingHint: 'Which existing rows: an expression that is true for them.',
    checkHint: 'Which new values: an expression that is true for them. Empty: the same as Using.',
    checkOnlyHint: 'Which new rows: an expression that is true for them.',
    noName: 'Enter a name',
    longName: 'A name has at most 63 bytes',
    taken: 'The table has a policy of this name',
    needsUsing: 'Enter an expression: without it the policy allows nothing',
    needsCheck: 'Enter an expression: without it the policy allows nothing',
    created: (name: string) => `Created policy ${named(name)}`,
    saved: (name: string) => `Saved policy ${named(name)}`,
    remade:
      'The policy is removed and made again in one transaction: PostgreSQL can’t change its command or kind.',
  },
  templates: {
    custom: 'Empty',
    'read-all': 'Everyone reads all rows',
    'read-signed-in': 'Signed-in users read all rows',
    'insert-signed-in': 'Signed-in users add rows',
    'own-rows': 'Users do everything with their own rows',
    'own-read': 'Users read their own rows',
    'own-insert': 'Users add rows of their own',
    'own-update': 'Users change their own rows',
    'own-delete': 'Users delete their own rows',
    'by-claim': 'Users with a role in their app metadata read all rows',
    'second-factor': 'Limit to users who signed in with a second factor',
  } satisfies Record<PolicyTemplate, string>,
  deletion: {
    title: (name: string) => `Delete policy ${named(name)}?`,
    body: (table: string, isLast: boolean) =>
      isLast
        ? `It is the only policy of ${named(table)}: with row-level security on, other roles than the owner will see no rows.`
        : `Rows of ${named(table)} that only this policy allows are no longer seen or changed.`,
    restrictive: (table: string) =>
      `It limits what other policies of ${named(table)} allow. Without it they allow more.`,
    done: (name: string) => `Deleted policy ${named(name)}`,
  },
  forcing: {
    onTitle: (name: string) => `Force row-level security of ${named(name)} for its owner?`,
    offTitle: (name: string) => `Stop forcing row-level security of ${named(name)} for its owner?`,
    onBody:
      'The owner of the table will see and change only what policies allow. Roles with BYPASSRLS still see all rows.',
    offBody: 'The owner of the table will see and change all of its rows.',
    on: 'Force',
    off: 'Stop forcing',
    done: (isOn: boolean, name: string) =>
      isOn
        ? `Forced row-level security of ${named(name)}`
        : `Row-level security of ${named(name)} is no longer forced`,
  },
  tester: {
    lead: 'Tries a statement as a role and discards it: nothing is kept, except numbers taken from sequences and what functions do outside of the database.',
    roleTitle: 'Test as',
    roleRemark:
      'The test runs with the row-level security and grants of this role. Other queries of the project are not affected.',
    table: 'Table',
    noTable: 'Choose a table',
    operation: 'Operation',
    operations: {
      select: 'SELECT',
      insert: 'INSERT',
      update: 'UPDATE',
      delete: 'DELETE',
      statement: 'Own statement',
    },
    where: 'Rows',
    whereHint: (max: number) => `A condition in SQL. Empty: the first ${max} rows.`,
    values: 'New values',
    insertHint: 'A JSON object of columns. Empty: a row of defaults.',
    updateHint: 'A JSON object of columns. Empty: each row is written again as it is.',
    badJson: 'Enter a JSON object',
    returns: 'The statement returns the new row',
    returnsHint: 'Clients that ask for the new row back need a SELECT policy for it too.',
    statement: 'Statement',
    statementHint: 'Any SQL. It can’t end its transaction.',
    noStatement: 'Enter a statement',
    run: 'Run test',
    running: 'Testing…',
    stop: 'Stop',
    failed: 'The test could not run',
    refused: 'PostgreSQL refused the statement',
    idle: 'No test yet',
    idleBody:
      'Choose a role, a table and an operation. The result shows what PostgreSQL does with each row and which policy decided.',
    visible: (visible: number | null, total: number | null, max: number) =>
      total === null
        ? 'The rows could not be counted.'
        : visible === null
          ? `The role can’t count the rows of this table. It has ${counted(total, max)}.`
          : `The role sees ${counted(visible, max)} of ${counted(total, max)} rows.`,
    summary: (done: Readonly<Record<RowFate | 'error', number>>) =>
      [
        done.allowed > 0 ? `${done.allowed} allowed` : '',
        done.hidden > 0 ? `${done.hidden} hidden` : '',
        done.refused > 0 ? `${done.refused} refused` : '',
        done.error > 0 ? `${done.error} failed` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    noRows: 'No row matches the condition',
    inactive: {
      off: 'Row-level security is off: policies have no effect, and privileges alone decide.',
      attribute: 'The role is a superuser or has BYPASSRLS: no policy applies to it.',
      owner: 'The role owns the table, and row-level security is not forced: no policy applies to it.',
    },
    limited:
      'The platform’s own role is subject to the policies too, so that only rows which it sees could be tested.',
    noPolicy: 'No policy covers this operation for the role.',
    fates: {
      allowed: 'Allowed',
      hidden: 'Hidden',
      refused: 'Refused',
      unknown: 'Unknown',
      error: 'Failed',
    } satisfies Record<RowFate | 'error', string>,
    row: 'Row',
    newRow: 'New row',
    unknownRow: 'The new row could not be made, so that no expression could be computed about it',
    postgres: 'PostgreSQL',
    decided: 'Decided by',
    differs: (fate: RowFate) =>
      `The policies’ own expressions say “${policiesFate(fate)}”. They differ from what PostgreSQL did: an expression may depend on volatile functions, on other rows that the statement changes, or on triggers.`,
    gate: ({ command, row, by }: PolicyGate) =>
      `${COMMANDS[command]} ${by === 'using' ? 'USING' : 'WITH CHECK'} on the ${row === 'old' ? 'row as it is' : 'row as it becomes'}`,
    reasons: {
      allowed: (names: readonly string[]) => `Allowed by ${list(names)}`,
      'no-policy': () => 'No permissive policy covers it',
      'none-holds': (names: readonly string[]) => `None of ${list(names)} holds`,
      restricted: (names: readonly string[]) => `Restricted by ${list(names)}`,
      error: (names: readonly string[]) => `The expression of ${list(names)} failed`,
    } satisfies Record<PolicyGateReason, (names: readonly string[]) => string>,
    holds: (holds: boolean | null) => (holds === null ? 'NULL' : holds ? 'true' : 'false'),
    restrictive: 'restrictive',
    permissive: 'permissive',
    notComputed: 'not computed',
    details: 'Each policy',
    statementDone: (count: number) => `${plural(count, 'row')}. Nothing was kept.`,
    statementRows: (shown: number) => `The first ${shown} rows are shown.`,
  },
  matrix: {
    lead: 'What each role can do with the tables of this schema, by privileges and policies.',
    failed: 'The matrix could not be made',
    table: 'Table',
    roles: 'Roles',
    noRoles: 'Choose a role',
    label: (schema: string) => `Roles and operations on tables of ${named(schema)}`,
    cell: (coverage: Coverage): string => {
      switch (coverage.type) {
        case 'no-privilege':
          return 'no privilege'
        case 'open':
          return 'all rows'
        case 'bypass':
          return 'bypasses'
        case 'none':
          return 'no rows'
        case 'policies':
          return coverage.lacksSelect
            ? 'no SELECT policy'
            : plural(coverage.permissive.length + coverage.restrictive.length, 'policy', 'policies')
      }
    },
    hint: (coverage: Coverage): string => {
      switch (coverage.type) {
        case 'no-privilege':
          return 'The role lacks the privilege: every statement fails.'
        case 'open':
          return 'Row-level security is off: every row.'
        case 'bypass':
          return 'Policies do not apply to the role: every row.'
        case 'none':
          return 'No permissive policy covers it: no row.'
        case 'policies':
          return [
            `Permissive: ${list(coverage.permissive)}`,
            ...(coverage.restrictive.length > 0 ? [`Restrictive: ${list(coverage.restrictive)}`] : []),
            ...(coverage.lacksSelect ? ['Without a SELECT policy a statement with WHERE finds no row'] : []),
          ].join('. ')
      }
    },
    operation: (operation: RowOperation) => COMMANDS[operation],
    uncovered: (count: number) =>
      count === 0
        ? 'Each privilege is covered by a policy, or needs none.'
        : `${plural(count, 'privilege')} that no policy covers.`,
    legend: 'Marked: a privilege that no policy covers, and tables without row-level security.',
  },
}

function counted(count: number, max: number): string {
  const shown = Math.min(count, max).toLocaleString('en-US')
  return count >= max ? `${shown} or more` : shown
}

function policiesFate(fate: RowFate): string {
  return { allowed: 'allowed', hidden: 'hidden', refused: 'refused', unknown: 'unknown' }[fate]
}
