/** `/project/{ref}/database/schemas`: the tables and views of a schema as a drawing. Positions are kept on this device. SPEC §4 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { catalogueStartQuery } from '../../data/catalogue.js'
import { schemaGraphQuery, type ReadGraph } from '../../data/schema-graph.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import {
  boundsOf,
  boxesOf,
  fitted,
  GRAPH_READABLE,
  isView,
  opened,
  searchTables,
  tableBeside,
  zoomedAt,
  type Box,
  type Direction,
  type GraphRelation,
  type Point,
  type Viewport,
} from '../../rules/structure/schema-graph.js'
import { GRAPH_STEPS, GRAPH_TABLES } from '../../sql/catalogue/schema-graph.js'
import { schemaGraphText as text } from '../../text/schema-graph.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import type { Choice } from '../parts/list-view.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { drawnGraph, kindOf, type DrawnGraph } from './drawn-graph.js'
import { createDrawnPart, type GraphCentre } from './graph-part.js'
import { pictureOf, PICTURE_COLOURS } from './graph-picture.js'
import { graphView, type GraphView } from './graph-view.js'
import { createMovedTables, type TablePositions } from './moved-tables.js'

/** The drawing of a schema. */
export interface SchemaGraphScreen extends Disposable {
  readonly title: string
  readonly lead: string
  readonly gate: ProjectGate
  readonly $view: ReadableAtom<GraphView>
  readonly $schema: ReadableAtom<string>
  readonly $schemas: ReadableAtom<Choice[]>
  readonly $search: ReadableAtom<string>
  /** The tables that are found, as links beside the drawing. */
  readonly $found: ReadableAtom<readonly { id: string; name: string; mark: string | null; href: string }[]>
  readonly $viewport: ReadableAtom<Viewport>
  readonly $drawn: ReadableAtom<DrawnGraph>
  /** The table whose related ones are drawn alone; null: all are. */
  readonly $centre: ReadableAtom<{ title: string; steps: string } | null>
  readonly steps: readonly Choice[]
  /** Draws the chosen table and what is related to it. */
  drawRelated(): void
  setSteps(steps: string): void
  /** Draws all of the schema again. */
  drawAll(): void
  /** The chosen table; null: none is. */
  readonly $chosen: ReadableAtom<{ id: string; about: string; canDrawRelated: boolean } | null>
  readonly tablesHref: string
  chooseSchema(name: string): void
  search(words: string): void
  /** The size of the drawing on the screen, in pixels. */
  resize(width: number, height: number): void
  /** By pixels. */
  pan(dx: number, dy: number): void
  /** @param at a pixel of the drawing that stays where it is; default: the middle */
  zoom(factor: number, at?: Point): void
  fit(): void
  /** Goes to the first table that the search finds; what is not joined to it is dimmed until another one is chosen. */
  goToFound(): void
  /** Chooses a table and brings it into view. */
  show(id: string): void
  choose(id: string | null): void
  go(direction: Direction): void
  openChosen(): void
  /** By pixels. */
  move(id: string, dx: number, dy: number): void
  /** A table was moved: its position is kept. */
  keep(): void
  /** Forgets where tables were moved to. */
  arrange(): void
  exportSvg(): void
  readonly canExportPng: boolean
  exportPng(): Promise<void>
}

const DEFAULT_SCHEMA = 'public'
const NO_SIZE = { width: 0, height: 0 }

export function createSchemaGraph(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'chosenSchemas' | 'preferences'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): SchemaGraphScreen {
  const { host, client, queries, router, chosenSchemas, preferences } = context
  const scope = createScope()
  const asked = new URLSearchParams(router.$route.get().location.search).get('schema')
  const $schema = atom(asked ?? chosenSchemas.of(ref) ?? DEFAULT_SCHEMA)
  const part = createDrawnPart(host.clock, $schema.get())
  scope.add(part.dispose)
  const $search = atom('')
  const $size = atom(NO_SIZE)
  const $viewport = atom<Viewport>({ x: 0, y: 0, zoom: 1 })
  const $chosenId = atom<string | null>(null)
  /** The table that a search led to; null: none did. */
  const $spotlit = atom<string | null>(null)
  const $laidOut = atom<{ graph: ReadGraph; positions: TablePositions } | null>(null)
  const moved = createMovedTables(host.storage, ref, $schema)
  scope.add(moved.dispose)
  /** What the window shows, also after its size changed, until one moves or zooms; null: what one went to. */
  let held: typeof opened | typeof fitted | null = opened

  const $remote = behindGate<Remote<ReadGraph> | null>(
    gate,
    queries.follow(computed(part.$part, (wanted) => schemaGraphQuery(client, ref, wanted))),
    null,
  )
  /** The drawing stays until another one has arrived. */
  const $graph = atom<ReadGraph | null>(null)
  /** How many tables and views the schema has, as long as that is known. */
  let allTables = 0
  scope.add(
    $remote.subscribe((remote) => {
      if (remote?.status !== 'ready') return
      if (remote.data.tables.length > 0) allTables = remote.data.allTables
      $graph.set(remote.data)
    }),
  )
  scope.add(
    $graph.subscribe((graph) => {
      if (graph) void layOut(graph)
    }),
  )

  /** The library that lays tables out is loaded with the first drawing. */
  async function layOut(graph: ReadGraph): Promise<void> {
    const { layoutOf } = await import('./graph-layout.js')
    if ($graph.get() !== graph) return
    $laidOut.set({ graph, positions: layoutOf(graph) })
    hold(held)
  }

  const $positions = computed([$laidOut, moved.$positions], (laidOut, positions) =>
    laidOut ? { ...laidOut.positions, ...positions } : {},
  )
  const $boxes = computed([$laidOut, $positions], (laidOut, positions) =>
    laidOut ? boxesOf(laidOut.graph, positions) : new Map<string, Box>(),
  )
  const $tables = computed(
    $laidOut,
    (laidOut) => new Map(laidOut?.graph.tables.map((table) => [table.id, table])),
  )
  scope.add($boxes.subscribe(() => undefined))
  scope.add($tables.subscribe(() => undefined))
  const hrefOf = (id: string) => tableHref(router, ref, { id, schema: $schema.get() })

  function hold(viewportOf: typeof held): void {
    held = viewportOf
    const size = $size.get()
    if (viewportOf === null || size.width === 0 || $boxes.get().size === 0) return
    $viewport.set(viewportOf(boundsOf($boxes.get().values()), size))
  }
  function draw(centre: GraphCentre | null): void {
    held = opened
    $search.set('')
    part.around(centre)
  }
  function show(id: string): void {
    const box = $boxes.get().get(id)
    if (!box) return
    $chosenId.set(id)
    held = null
    const { width, height } = $size.get()
    const zoom = Math.max($viewport.get().zoom, GRAPH_READABLE)
    $viewport.set({
      zoom,
      x: box.x + box.width / 2 - width / zoom / 2,
      y: box.y + box.height / 2 - height / zoom / 2,
    })
  }
  function picture() {
    const laidOut = $laidOut.get()
    if (!laidOut) return undefined
    const theme = preferences.$theme.get()
    const isDark = theme === 'dark' || (theme !== 'light' && host.prefersDark.current())
    return pictureOf(laidOut.graph, $positions.get(), PICTURE_COLOURS[isDark ? 'dark' : 'light'])
  }

  return {
    title,
    lead: text.lead,
    gate,
    $view: computed([$remote, $laidOut, part.$part], (remote, laidOut, wanted) =>
      graphView(remote, laidOut?.graph ?? null, wanted),
    ),
    $schema,
    $schemas: computed(
      [behindGate(gate, queries.store(catalogueStartQuery(client, ref, 'schemas')), null), $schema],
      (schemas, chosen): Choice[] => {
        const entries = schemas?.status === 'ready' ? schemas.data.entries : []
        const known = entries.map(({ values: [name, , , , drawn] }) => ({
          value: name ?? '',
          label: text.schemaChoice(name ?? '', drawn ?? '0'),
        }))
        return known.some(({ value }) => value === chosen)
          ? known
          : [{ value: chosen, label: chosen }, ...known]
      },
    ),
    $search,
    $found: computed([$graph, $search], (graph, words) =>
      searchTables(graph?.tables ?? [], words).map((table) => ({
        id: table.id,
        name: table.name,
        mark: isView(table) ? text.marks.v : null,
        href: hrefOf(table.id),
      })),
    ),
    $viewport,
    $drawn: computed(
      [$laidOut, $boxes, $tables, $viewport, $size, $chosenId, $spotlit],
      (laidOut, boxes, tables, viewport, size, chosen, spotlit): DrawnGraph =>
        laidOut
          ? drawnGraph(laidOut.graph, {
              boxes,
              tables,
              viewport,
              size,
              chosen,
              isRestDimmed: chosen !== null && chosen === spotlit,
              hrefOf,
            })
          : { tables: [], relations: [] },
    ),
    $chosen: computed([$chosenId, $laidOut, $tables, part.$centre], (id, laidOut, tables, centre) => {
      const table = id === null ? undefined : tables.get(id)
      if (!table || !laidOut) return null
      const namesOf = (kind: GraphRelation['kind']) => [
        ...new Set(
          laidOut.graph.relations
            .filter((relation) => relation.from === table.id && relation.kind === kind)
            .flatMap((relation) => tables.get(relation.to)?.name ?? []),
        ),
      ]
      return {
        id: table.id,
        canDrawRelated: centre?.id !== table.id,
        about: text.about(table.name, {
          kind: kindOf(table),
          columns: table.columns.length,
          refersTo: namesOf('key'),
          reads: namesOf('source'),
        }),
      }
    }),
    tablesHref: router.href('tables', { ref }),
    chooseSchema(schema) {
      chosenSchemas.choose(ref, schema)
      $chosenId.set(null)
      $search.set('')
      held = opened
      $laidOut.set(null)
      $graph.set(null)
      allTables = 0
      $schema.set(schema)
      part.begin(schema)
      const { pathname } = router.$route.get().location
      router.open(`${pathname}?${new URLSearchParams({ schema })}`, { replace: true })
    },
    search(words) {
      $search.set(words)
      $spotlit.set(null)
      // What is drawn is all that there is: the list is searched here.
      if (allTables <= GRAPH_TABLES && part.$part.get().words === '') return
      held = opened
      part.search(words)
    },
    $centre: computed(
      part.$centre,
      (centre) => centre && { title: text.relatedTo(centre.name), steps: String(centre.steps) },
    ),
    steps: GRAPH_STEPS.map((steps) => ({ value: String(steps), label: text.steps(steps) })),
    drawRelated() {
      const table = $tables.get().get($chosenId.get() ?? '')
      if (table) draw({ id: table.id, name: table.name, steps: part.$centre.get()?.steps ?? 1 })
    },
    setSteps(steps) {
      const centre = part.$centre.get()
      const wanted = GRAPH_STEPS.find((one) => String(one) === steps)
      if (centre && wanted) draw({ ...centre, steps: wanted })
    },
    drawAll: () => draw(null),
    resize(width, height) {
      $size.set({ width, height })
      hold(held)
    },
    pan(dx, dy) {
      held = null
      const { x, y, zoom } = $viewport.get()
      $viewport.set({ zoom, x: x - dx / zoom, y: y - dy / zoom })
    },
    zoom(factor, at) {
      held = null
      const { width, height } = $size.get()
      $viewport.set(zoomedAt($viewport.get(), factor, at ?? { x: width / 2, y: height / 2 }))
    },
    fit: () => hold(fitted),
    goToFound() {
      const [table] = searchTables($graph.get()?.tables ?? [], $search.get())
      if (!table || $search.get().trim() === '') return
      show(table.id)
      $spotlit.set(table.id)
    },
    show,
    choose: (id) => $chosenId.set(id),
    go(direction) {
      const from = $chosenId.get()
      const [first] = $boxes.get().keys()
      const next = from === null ? first : tableBeside($boxes.get(), from, direction)
      if (next !== undefined) show(next)
    },
    openChosen() {
      const id = $chosenId.get()
      if (id !== null) router.open(hrefOf(id))
    },
    move(id, dx, dy) {
      const position = $positions.get()[id]
      const { zoom } = $viewport.get()
      if (position)
        moved.set({
          ...moved.$positions.get(),
          [id]: { x: position.x + dx / zoom, y: position.y + dy / zoom },
        })
    },
    keep: moved.keep,
    arrange() {
      moved.set({})
      moved.keep()
      hold(opened)
    },
    exportSvg() {
      const made = picture()
      const name = `${$schema.get()}.svg`
      if (made) host.files.save({ name, type: 'image/svg+xml', text: made.svg })
    },
    canExportPng: host.files.rasterize !== undefined,
    async exportPng() {
      const made = picture()
      if (!made) return
      try {
        const blob = await host.files.rasterize?.(made)
        if (blob) host.files.save({ name: `${$schema.get()}.png`, type: 'image/png', text: '', blob })
      } catch {
        host.notifier.notify({ kind: 'error', message: text.pngFailed })
      }
    },
    dispose: scope.dispose,
  }
}
