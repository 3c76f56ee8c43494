/** What the advisors say about a finding: what is wrong, what it costs, and how to fix it. */
export const advisorText = {
  rls_disabled_in_public: {
    title: 'Row-level security is off in public',
    /** @param servesTables whether the project serves its tables over HTTP */
    description: (servesTables: boolean) =>
      servesTables
        ? 'Anyone with the public key of the project can read and write every row of this table, as far as the grants of anon allow.'
        : 'Every role with privileges on this table can read and write all of its rows. The public can’t: this project does not serve its tables over HTTP.',
    remediation: 'alter table … enable row level security, then add policies for what should be open.',
  },
  policy_exists_rls_disabled: {
    title: 'Policies without row-level security',
    description: 'The policies of this table have no effect: row-level security is off.',
    remediation: 'alter table … enable row level security.',
  },
  rls_enabled_no_policy: {
    title: 'Row-level security without a policy',
    description: 'Only the owner and the service role can read and write this table.',
    remediation: 'create policy … on … for what should be open, or leave it closed.',
  },
  security_definer_view: {
    title: 'A view bypasses row-level security',
    description:
      'The view reads with its owner’s rights, so the policies of its tables don’t apply to its readers.',
    remediation: 'alter view … set (security_invoker = true) (PostgreSQL 15 and later).',
  },
  function_search_path_mutable: {
    title: 'A function without a fixed search_path',
    description: 'A SECURITY DEFINER function without a fixed search_path can be made to call other objects.',
    remediation: "alter function … set search_path = ''.",
  },
  no_primary_key: {
    title: 'A table without a primary key',
    description: 'Rows have no identity: single rows are slow to change and can’t be edited in a grid.',
    remediation: 'alter table … add primary key (…).',
  },
  unindexed_foreign_keys: {
    title: 'A foreign key without an index',
    description: 'Deleting or changing a referenced row reads the whole referencing table.',
    remediation: 'create index on … (the columns of the key).',
  },
  duplicate_index: {
    title: 'Duplicate indexes',
    description: 'Each index slows down every write; one is enough.',
    remediation: 'drop index … for all but one.',
  },
  auth_users_exposed: {
    title: 'A view shows the users',
    description: 'Applications can read addresses and other data of the project’s users through it.',
    remediation:
      'Revoke its rights from anon and authenticated, or let it read as its reader (security_invoker).',
  },
  materialized_view_in_api: {
    title: 'A materialized view in the API',
    description:
      'Row-level security does not hold for materialized views: whoever reads it sees all of its rows.',
    remediation: 'Revoke select from anon and authenticated, or move it to a schema that is not exposed.',
  },
  foreign_table_in_api: {
    title: 'A foreign table in the API',
    description:
      'Row-level security does not hold for foreign tables: whoever reads it sees all of its rows.',
    remediation: 'Revoke its rights from anon and authenticated, or move it to a schema that is not exposed.',
  },
  extension_in_public: {
    title: 'An extension in the schema public',
    description: 'Its functions are part of what applications can call.',
    remediation: 'alter extension … set schema extensions.',
  },
  api_role_bypasses_rls: {
    title: 'A role of applications passes by row-level security',
    description: 'No policy holds for what applications do.',
    remediation: 'alter role … nosuperuser nobypassrls.',
  },
  public_bucket_allows_listing: {
    title: 'A public bucket can be listed',
    description:
      'Whoever knows the project finds every file, not only those whose address somebody gave away.',
    remediation:
      'Drop the policy for select on storage.objects: files of a public bucket are served without it.',
  },
  auth_rls_initplan: {
    title: 'A policy calls a function for every row',
    description:
      'auth.uid() and its like are the same for all rows of a statement; PostgreSQL calls them once only within a subquery.',
    remediation: 'alter policy … with (select auth.uid()) in the place of auth.uid().',
  },
  multiple_permissive_policies: {
    title: 'Several policies for one action',
    description: 'Each of them is evaluated for every row, until one lets it pass.',
    remediation: 'Join them by or in one policy.',
  },
  rls_policy_always_true: {
    title: 'A policy lets everybody write',
    description: 'Its expression is always true, so row-level security limits nothing here.',
    remediation: 'Say in the policy whose rows may be changed.',
  },
  rls_references_user_metadata: {
    title: 'A policy trusts what users write themselves',
    description: 'Users change their user_metadata as they like, and with it what this policy permits.',
    remediation: 'Use app_metadata, which only the project changes, or a table.',
  },
  security_definer_function_callable: {
    title: 'Applications call a function with its owner’s rights',
    description: 'Row-level security does not hold within it.',
    remediation:
      'revoke execute on function … from public, anon, authenticated; or make it security invoker.',
  },
  secret_in_function: {
    title: 'A secret in the text of a function',
    description: 'Everybody who may see the function can read it, and every dump holds it.',
    remediation: 'Move it to the secrets of the project, and replace the key where it came from.',
  },
  invalid_index: {
    title: 'An index that is not valid',
    description: 'It takes space and slows down every write, and no query uses it.',
    remediation: 'reindex index …, or drop it.',
  },
  unused_index: {
    title: 'An index that nobody used',
    description: 'It slows down every write. Its use by a replica is not counted here.',
    remediation: 'drop index …, after a look at its purpose.',
  },
  foreign_key_type_mismatch: {
    title: 'A foreign key of another type',
    description: 'Its values are converted for every comparison, and may not fit at all.',
    remediation: 'alter table … alter column … type ….',
  },
  sequence_near_end: {
    title: 'A sequence near its end',
    description: 'Inserts fail when no number is left.',
    remediation: 'alter sequence … as bigint, and its column too.',
  },
  int4_key_near_end: {
    title: 'A key that runs out of numbers',
    description: 'Inserts fail when the largest number of its type is reached.',
    remediation: 'alter table … alter column … type bigint.',
  },
  table_bloat: {
    title: 'More dead rows than live ones',
    description: 'Reading the table reads the dead ones too. Long transactions keep them from being removed.',
    remediation: 'vacuum (analyze) …; look for transactions that stay open.',
  },
  never_analyzed: {
    title: 'A table without statistics',
    description: 'The planner guesses, and may choose a slow plan.',
    remediation: 'analyze ….',
  },
  long_transaction: {
    title: 'A transaction that stays open',
    description: 'It keeps locks, and dead rows of every table from being removed.',
    remediation: 'Let its program end it, or end its session.',
  },
  connections_near_limit: {
    title: 'Connections near their limit',
    description: 'Whoever connects next may be refused.',
    remediation: 'Connect by the pooler, or close what is idle.',
  },
  inactive_replication_slot: {
    title: 'A replication slot that nobody reads',
    description: 'The server keeps all changes for it, until its disk is full.',
    remediation: 'Start its reader again, or drop the slot.',
  },
  transaction_ids_near_end: {
    title: 'Transaction ids near their end',
    description: 'PostgreSQL stops taking writes to protect the data.',
    remediation: 'vacuum (freeze), and end what keeps autovacuum from it.',
  },
  auth_password_too_short: {
    title: 'Short passwords are taken',
    description: 'Passwords of fewer than eight characters are soon guessed.',
    remediation: 'Ask for at least eight characters under Sign In / Providers.',
  },
  auth_otp_long_expiry: {
    title: 'Codes in mails work for long',
    description: 'Whoever finds the mail later can still sign in.',
    remediation: 'Let them end after an hour at the most.',
  },
  rule_not_checked: {
    title: 'A rule could not be checked',
    description: 'The login of the platform may not look at what it needs, or this server does not have it.',
    remediation: 'Give the login the rights, or ignore it.',
  },
}

export type AdvisorRuleName = Exclude<keyof typeof advisorText, 'rule_not_checked'>
