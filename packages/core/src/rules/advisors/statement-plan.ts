/**
 * The plan of a statement as lines: each step with what it reads, its cost and rows, and the steps below it.
 * @rule advisors.statement-plan  @spec §2
 */

/** A step as EXPLAIN (FORMAT JSON) gives it. Other fields are ignored. */
export interface PlanNode {
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  Alias?: string
  'Index Name'?: string
  'Join Type'?: string
  'Startup Cost': number
  'Total Cost': number
  'Plan Rows': number
  Filter?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Hash Cond'?: string
  'Merge Cond'?: string
  'Join Filter'?: string
  'Sort Key'?: string[]
  'Group Key'?: string[]
  Plans?: PlanNode[]
}

/** One line of a plan. `depth` counts from 0; a detail belongs to the step above it. */
export interface PlanLine {
  depth: number
  text: string
  isDetail: boolean
}

const DETAILS = [
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Filter',
  'Sort Key',
  'Group Key',
] as const

/** Reads the answer of EXPLAIN (FORMAT JSON). Null: it is no plan. */
export function planIn(json: string): PlanNode | null {
  try {
    const parsed = JSON.parse(json) as { Plan?: PlanNode }[]
    return parsed[0]?.Plan ?? null
  } catch {
    return null
  }
}

/** The lines of a plan, top-down. */
export function planLines(node: PlanNode, depth = 0): PlanLine[] {
  return [
    { depth, text: stepOf(node), isDetail: false },
    ...DETAILS.flatMap((name) => {
      const value = node[name]
      if (value === undefined) return []
      const text = `${name}: ${typeof value === 'string' ? value : value.join(', ')}`
      return [{ depth: depth + 1, text, isDetail: true }]
    }),
    ...(node.Plans ?? []).flatMap((child) => planLines(child, depth + 1)),
  ]
}

function stepOf(node: PlanNode): string {
  const joined = node['Join Type'] && node['Join Type'] !== 'Inner' ? ` ${node['Join Type']}` : ''
  const index = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`
  const relation = node['Relation Name'] === undefined ? '' : ` on ${nameOf(node)}`
  const cost = `cost=${node['Startup Cost'].toFixed(2)}..${node['Total Cost'].toFixed(2)}`
  return `${node['Node Type']}${joined}${index}${relation}  (${cost} rows=${node['Plan Rows']})`
}

function nameOf({ Schema, Alias, 'Relation Name': relation = '' }: PlanNode): string {
  const whole = Schema === undefined ? relation : `${Schema}.${relation}`
  return Alias === undefined || Alias === relation ? whole : `${whole} ${Alias}`
}
