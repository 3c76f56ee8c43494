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
}
