/** PostgreSQL's parse tree as JSON: a node is `{ SelectStmt: { … } }`, fields with a default value are left out. */

export type Json = string | number | boolean | null | readonly Json[] | Node

export interface Node {
  readonly [field: string]: Json | undefined
}

export function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The node in a field, or an empty one. */
export function nodeIn(node: Node, field: string): Node {
  const value = node[field]
  return isNode(value) ? value : {}
}

export function listIn(node: Node, field: string): readonly Json[] {
  const value = node[field]
  return Array.isArray(value) ? value : []
}

export function textIn(node: Node, field: string): string | undefined {
  const value = node[field]
  return typeof value === 'string' ? value : undefined
}

/** A name that PostgreSQL's grammar always gives. */
export function nameIn(node: Node, field: string): string {
  return textIn(node, field) ?? ''
}

/** A list of String nodes as texts: `[{ String: { sval: 'a' } }]` is `['a']`. */
export function namesIn(node: Node, field: string): string[] {
  return listIn(node, field).flatMap((item) =>
    isNode(item) ? (textIn(nodeIn(item, 'String'), 'sval') ?? []) : [],
  )
}

/** The object itself of a name with or without a schema that PostgreSQL's grammar always gives. */
export function lastNameIn(node: Node, field: string): string {
  return namesIn(node, field).at(-1) ?? ''
}

const NONE = { type: '', content: {} }

/** The type and content of a wrapped node; an empty type for other values. */
export function unwrap(node: Json | undefined): { type: string; content: Node } {
  const [type] = isNode(node) ? Object.keys(node) : []
  return type !== undefined && isNodeType(type) && isNode(node) ? { type, content: nodeIn(node, type) } : NONE
}

/** Node types begin with a capital, fields don't. */
function isNodeType(key: string): boolean {
  return key >= 'A' && key < '['
}
