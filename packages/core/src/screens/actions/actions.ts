/** What the keyboard does anywhere, and the two lists of all that can be done: the command menu and the sheet of the keys. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { pressedShortcut, type KeyPress } from '../../rules/shell/shortcuts.js'
import { TYPE_AHEAD_MS, typedAhead } from '../../rules/shell/type-ahead.js'
import type { Needs } from '../context.js'
import type { Action } from './action.js'
import type { CommandMenu } from './command-menu.js'
import { keyedActions } from './keyed-actions.js'
import type { ShortcutSheet } from './shortcut-sheet.js'

/** What can be done from anywhere: by a key, in the command menu, on the sheet of the keys. */
export interface Actions extends Disposable {
  /** Those that have a key; the command menu has all of them. */
  readonly $keyed: ReadableAtom<Action[]>
  /** Null while it is closed, or on its way. */
  readonly $menu: ReadableAtom<CommandMenu | null>
  readonly $sheet: ReadableAtom<ShortcutSheet | null>
  /** True when the key did something, and must do nothing else. */
  press(key: KeyPress, isTyping: boolean): boolean
  /** Whether a dialog covers the page or is about to: menus below it close. */
  readonly $isCovered: ReadableAtom<boolean>
  openMenu(): void
  openSheet(): void
}

export function createActions(
  context: Needs<
    | 'host'
    | 'client'
    | 'queries'
    | 'router'
    | 'account'
    | '$runtime'
    | 'preferences'
    | 'previews'
    | 'sidePanel'
    | 'lazy'
  >,
  signOut: () => Promise<void>,
): Actions {
  const { host, router, account, sidePanel, $runtime } = context
  const scope = createScope()
  const $wanted = atom<'menu' | 'sheet' | null>(null)
  /** Keys for the menu's field, which is on its way. */
  let ahead: { text: string; until: number } | null = null
  const awaitField = () => {
    ahead ??= { text: '', until: host.clock.now() + TYPE_AHEAD_MS }
  }
  const fieldFocused = () => {
    ahead = null
  }
  const close = () => {
    ahead = null
    $wanted.set(null)
  }
  const openMenu = () => {
    awaitField()
    $wanted.set('menu')
  }
  const openSheet = () => $wanted.set('sheet')
  const $keyed = computed([router.$route, $runtime], ({ match }, runtime) =>
    keyedActions({ sidePanel, openMenu, openSheet }, match?.params['ref'], runtime),
  )
  const wanted = (which: 'menu' | 'sheet') => computed($wanted, (name) => (name === which ? name : null))

  const menu = createOnDemand(host.clock, wanted('menu'), async () => {
    const { createCommandMenu } = await import('./command-menu.js')
    return () => createCommandMenu(context, { $keyed, signOut, close, fieldFocused })
  })
  const sheet = createOnDemand(host.clock, wanted('sheet'), async () => {
    const { createShortcutSheet } = await import('./shortcut-sheet.js')
    return () => createShortcutSheet($keyed, close)
  })
  scope.add(menu.dispose)
  scope.add(sheet.dispose)

  const typeInto = (opened: CommandMenu | null) => {
    if (opened && ahead && opened.$query.get() !== ahead.text) opened.type(ahead.text)
  }
  scope.add(menu.$part.listen(typeInto))
  /** True when the key goes into the menu that is on its way, or calls it off. */
  const typeAhead = (key: KeyPress): boolean => {
    if (!ahead || host.clock.now() >= ahead.until) return false
    if (key.key === 'Escape') {
      early = null
      close()
      return true
    }
    const text = typedAhead(ahead.text, key)
    if (text === undefined) return false
    ahead = { ...ahead, text }
    typeInto(menu.$part.get())
    return true
  }

  /** Nothing is done before it is known who is here, nor while they have to sign in again. */
  const isIn = () => {
    const { accounts, state } = account.$authState.get()
    return (accounts === false || state?.status === 'signed-in') && !account.$hasToReenter.get()
  }
  /** What a key means depends on answers of the platform that come a moment after the page. */
  const isUnknown = () => {
    const { accounts, state, failure } = account.$authState.get()
    const isOpening = accounts === undefined || (accounts && state === undefined)
    return !failure && (isOpening || $runtime.get().status === 'loading')
  }
  /** The last key that was pressed while that was unknown; it counts as pressed once it is known. */
  let early: { key: KeyPress; isTyping: boolean } | null = null
  const keyedBy = (key: KeyPress, isTyping: boolean) =>
    pressedShortcut(
      $keyed.get().map(({ id, keys = [] }) => ({ id, keys })),
      key,
      isTyping,
    )
  const catchUp = () => {
    if (!early || isUnknown()) return
    const { key, isTyping } = early
    early = null
    press(key, isTyping)
    // Where the key opened no menu, later keys belong to the page.
    if ($wanted.get() !== 'menu') ahead = null
  }
  scope.add(account.$authState.listen(catchUp))
  scope.add($runtime.listen(catchUp))

  function tellRefusal(key: KeyPress, isTyping: boolean): boolean {
    const telling = $keyed
      .get()
      .flatMap(({ refusal, tellsRefusal, keys = [] }) =>
        tellsRefusal && refusal !== undefined ? [{ keys, message: refusal }] : [],
      )
    const message = pressedShortcut(telling, key, isTyping)?.message
    if (message === undefined) return false
    host.notifier.notify({ kind: 'info', message })
    return true
  }

  function press(key: KeyPress, isTyping: boolean): boolean {
    if (typeAhead(key)) return true
    if (isUnknown()) {
      const action = keyedBy(key, isTyping)
      if (!action) return false
      early = { key, isTyping }
      ahead = null
      if (action.id === 'command-menu') awaitField()
      return true
    }
    const action = isIn() ? pressedShortcut($keyed.get(), key, isTyping) : undefined
    if (!action) return isIn() && tellRefusal(key, isTyping)
    if (action.id !== 'command-menu') {
      close()
      action.run()
    }
    // Its own key closes the menu, too.
    else if ($wanted.get() === 'menu') close()
    else openMenu()
    return true
  }
  return {
    $keyed,
    $isCovered: computed([$wanted, account.$hasToReenter], (name, who) => name !== null || who !== null),
    $menu: menu.$part,
    $sheet: sheet.$part,
    press,
    openMenu,
    openSheet,
    dispose: scope.dispose,
  }
}
