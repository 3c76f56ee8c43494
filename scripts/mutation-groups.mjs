/** What is mutated together, and by which tests it has to be noticed. `usesControl`: they open control planes. */
const guard = 'packages/sql-guard/src'
const core = 'packages/core/src'
const platform = 'apps/platform'

/** Rules whose file begins with one of these letters: what the tests reach of all of them at once takes 4 GB. */
const rules = (letters) => ({
  mutate: [`${core}/rules/*/${letters}*.ts`, `!${core}/rules/nouns/*.ts`],
  tests: [`${core}/rules/*/*.test.ts`],
})

export const groups = {
  guard: {
    // What decides. Left out: the lexer, which a test compares with PostgreSQL's own, token by token, in any text; the
    // formatter, whose texts PostgreSQL parses to the same tree; what reads trees and prints them; the command line.
    mutate: [
      `${guard}/{confirmation,dangers,drop-column,calls,attribute-calls,category,phrase}.ts`,
      `${guard}/{statements,pieces,transaction-control,auto-limit,aside/judge-aside}.ts`,
      `${guard}/grammar/{findings,condition,statement-kind,judge,judgement,destruction,verdict,names,reason}.ts`,
    ],
    tests: [`${guard}/*.test.ts`, `${guard}/{aside,grammar}/*.test.ts`],
  },
  'rules-a-c': rules('[a-c]'),
  'rules-d-l': rules('[d-l]'),
  'rules-m-r': rules('[m-r]'),
  'rules-s-z': rules('[s-z]'),
  kernel: { mutate: [`${core}/kernel/*.ts`], tests: [`${core}/kernel/*.test.ts`] },
  // Of the sessions not the account, tabs, lists of queries and the connection: their tests open a whole platform, which
  // takes seconds for each change, and their decisions are rules.
  sessions: {
    mutate: [
      `${core}/sessions/documents/{drafts,form-drafts}.ts`,
      `${core}/sessions/account/preferences.ts`,
      `${core}/sessions/shell/{navigation-history,recent-commands,schema-changes}.ts`,
      `${core}/sessions/sql/{grammar-judge,grammar-layer,sql-runs}.ts`,
    ],
    tests: [
      `${core}/sessions/documents/{drafts,form-drafts}.test.ts`,
      `${core}/sessions/account/preferences.test.ts`,
      `${core}/sessions/shell/{navigation-history,recent-commands,schema-changes}.test.ts`,
      `${core}/sessions/sql/{grammar-layer,sql-runs}.test.ts`,
    ],
  },
  documents: {
    mutate: [
      `${core}/sessions/documents/{document,document-records,record-edit}.ts`,
      `${core}/sessions/sql/{open-snippet,snippet-records}.ts`,
    ],
    tests: [
      `${core}/sessions/documents/{document*,record-edit}.test.ts`,
      `${core}/sessions/sql/{open-snippet,snippet-records}.test.ts`,
    ],
  },
  runs: {
    mutate: [`${core}/sessions/sql/{sql-run,run-failure,run-progress,run-state,run-text,arriving-rows}.ts`],
    tests: [
      `${core}/sessions/sql/{sql-run,sql-run-arriving,sql-run-cancel,sql-run-question}.test.ts`,
      `${core}/sessions/sql/{sql-run-rows,sql-run-sending,run-failure,run-progress}.test.ts`,
    ],
  },
  screens: {
    mutate: [
      `${core}/screens/query/run-question.ts`,
      `${core}/screens/query/run-error.ts`,
      `${core}/screens/query/result-tabs.ts`,
      `${core}/screens/query/snippet-state.ts`,
      `${core}/screens/query/snippet-branches.ts`,
      `${core}/screens/query/drop-impact-preview.ts`,
      `${core}/screens/parts/project-gate.ts`,
      `${core}/screens/shell/route-error.ts`,
    ],
    // Not the tests of whole pages: they open a deck for each change, which takes hours and notices no more.
    tests: [
      `${core}/screens/query/{run-question,run-error,result-tabs,result-view,snippet-state}.test.ts`,
      `${core}/screens/query/{snippet-branches,drop-impact-counting}.test.ts`,
      `${core}/screens/parts/project-gate.test.ts`,
      `${core}/screens/shell/route-error.test.ts`,
    ],
  },
  access: {
    mutate: [`${platform}/src/access/*.ts`, `!${platform}/src/access/access-table.ts`],
    tests: [`${platform}/src/access/*.test.ts`],
  },
  accounts: {
    usesControl: true,
    mutate: [`${platform}/src/accounts/*.ts`, `${platform}/src/control/{keep-tidy,budget,remembering}.ts`],
    tests: [
      `${platform}/src/accounts/*.test.ts`,
      `${platform}/src/control/{keep-tidy,remembering}.test.ts`,
      `${platform}/test/{accounts,attempts,budget,keep-tidy,installation,unproved-address}.test.ts`,
    ],
  },
  content: {
    mutate: [`${platform}/src/routes/content*.ts`],
    tests: [`${platform}/src/routes/content*.test.ts`],
  },
  'content-rows': {
    usesControl: true,
    mutate: [`${platform}/src/control/{snippets,sql-folders}.ts`],
    tests: [`${platform}/src/routes/content*.test.ts`, `${platform}/test/{content*,keep-tidy}.test.ts`],
  },
  'project-life': {
    usesControl: true,
    mutate: [`${platform}/src/project-life/*.ts`],
    // Not the tests that open databases or kill processes.
    tests: [
      `${platform}/src/project-life/*.test.ts`,
      `${platform}/test/project-life/{told,restart-with}.test.ts`,
    ],
  },
}
