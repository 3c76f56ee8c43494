/** Whatever a screen can do, somebody can make it do; whatever the view can draw is drawn. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { undrawn, undrawnComponents, unreached, unreachedMembers } from './unreached.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

test('every panel, dialog and action of the screens has an opener', () => {
  expect(unreachedMembers(root)).toEqual([])
})

test('every component of the view is drawn', () => {
  expect(undrawnComponents(root)).toEqual([])
})

describe('what is found', () => {
  const screen = {
    path: 'screens/panels.ts',
    text: `export interface Panels extends Disposable {
  readonly title: string
  readonly $panel: ReadableAtom<Panel | null>
  readonly deletion: Confirmation<{ name: string }>
  newSchema(): void
  close: () => void
}

export function createPanels() {
  return { $panel, deletion, newSchema: () => open('schema'), close }
}
`,
  }
  const names = (views, core = []) =>
    unreached([screen], views, [screen, ...core]).map(({ owner, name }) => `${owner}.${name}`)

  test('a dialog that was built and can’t be opened', () => {
    const view =
      'const panel = useStore(panels.$panel); panels.close(); <Confirm question={panels.deletion} />'
    expect(names([view])).toEqual(['Panels.newSchema'])
    expect(names([`${view}; <Button onClick={panels.newSchema} />`])).toEqual([])
  })

  test('a store and a question that nothing shows', () => {
    expect(names(['panels.close(); panels.newSchema()'])).toEqual(['Panels.$panel', 'Panels.deletion'])
  })

  test.each([
    ['calls it', 'list.create = () => panels.newSchema()'],
    ['calls it if it is there', 'panels?.newSchema()'],
    ['takes it apart', 'function menu({ close, newSchema }: Panels) {}'],
    ['takes it from a variable', 'const { newSchema } = panels'],
  ])('what other code of the core passes on is not found: it %s', (_how, text) => {
    const view = 'panels.$panel panels.close panels.deletion'
    expect(names([view], [{ path: 'screens/menu.ts', text }])).toEqual([])
  })

  test('a file that only makes such an object uses nothing', () => {
    const fake = { path: 'testing/fake.ts', text: 'return { newSchema: () => undefined, other }' }
    expect(names(['$panel close deletion'], [fake])).toEqual(['Panels.newSchema'])
  })

  test('a component that nothing draws', () => {
    const files = [
      {
        path: 'new-schema.tsx',
        text: 'export function NewSchema() {}\nexport function Named() { return <Part /> }\nfunction Part() {}',
      },
      {
        path: 'page.tsx',
        text: "import { Named } from './new-schema.js'\nexport function Page() { return <Named /> }",
      },
      { path: 'app.tsx', text: "import { Page } from './page.js'" },
    ]
    expect(undrawn(files)).toEqual(['NewSchema (new-schema.tsx)'])
  })
})
