/** The view of a schema's drawing. */
import { view } from '../view.js'

export const SchemaGraph = view(async () => (await import('./schema-graph.js')).SchemaGraph)
