/** What `basedeck diff` says. */
export const diffCommandText = {
  noBranch: (name: string) => `There is no branch ${name}`,
  manyBranches: (name: string, refs: readonly string[]) =>
    `Several branches are named ${name}; name one by its ref: ${refs.join(', ')}`,
  head: (branch: string, parent: string, isEqual: boolean) =>
    isEqual ? `${branch} is equal to ${parent}` : `${branch} against ${parent}:`,
  noBase: '-- What both began with is not known: each difference counts as a change of the branch.',
  verbs: { create: 'new', alter: 'changed', drop: 'dropped' },
  conflict: ' (conflict: the parent changed it too)',
  costs: ({
    rewrites,
    loses_data,
    is_alone,
  }: {
    rewrites: boolean
    loses_data: boolean
    is_alone: boolean
  }) => {
    const said = [
      ...(loses_data ? ['loses data'] : []),
      ...(rewrites ? ['rewrites the table'] : []),
      ...(is_alone ? ['runs outside a transaction'] : []),
    ]
    return said.length === 0 ? '' : ` -- ${said.join(', ')}`
  },
  around: '-- also made again',
  value: (what: string, id: string, parent: string | null, branch: string | null) =>
    `-- ${what} ${id}: ${parent ?? 'not there'} → ${branch ?? 'not there'}`,
  secret: (id: string) => `-- auth ${id}: another secret`,
  rows: (
    table: string,
    { added, changed, removed, equal }: { added: number; changed: number; removed: number; equal: number },
  ) => `-- rows of ${table}: ${added} added, ${changed} changed, ${removed} removed, ${equal} equal`,
  notCompared: (kind: string, names: readonly string[]) => `-- not compared: ${kind} ${names.join(', ')}`,
}
