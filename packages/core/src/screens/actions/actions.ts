/** What the keyboard does anywhere, and the two lists of all that can be done: the command menu and the sheet of the keys. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { pressedShortcut, type KeyPress } from '../../rules/shortcuts.js'
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
  const close = () => $wanted.set(null)
  const openMenu = () => $wanted.set('menu')
  const openSheet = () => $wanted.set('sheet')
  const $keyed = computed([router.$route, $runtime], ({ match }, runtime) =>
    keyedActions({ sidePanel, openMenu, openSheet }, match?.params['ref'], runtime),
  )
  const wanted = (which: 'menu' | 'sheet') => computed($wanted, (name) => (name === which ? name : null))

  const menu = createOnDemand(host.clock, wanted('menu'), async () => {
    const { createCommandMenu } = await import('./command-menu.js')
    return () => createCommandMenu(context, { $keyed, signOut, close })
  })
  const sheet = createOnDemand(host.clock, wanted('sheet'), async () => {
    const { createShortcutSheet } = await import('./shortcut-sheet.js')
    return () => createShortcutSheet($keyed, close)
  })
  scope.add(menu.dispose)
  scope.add(sheet.dispose)

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
  /** The last key that was pressed too early: it does its work when that is known. */
  let early: { key: KeyPress; isTyping: boolean } | null = null
  const isOurs = (key: KeyPress, isTyping: boolean) =>
    pressedShortcut(
      $keyed.get().map(({ keys = [] }) => ({ keys })),
      key,
      isTyping,
    ) !== undefined
  const catchUp = () => {
    if (!early || isUnknown()) return
    const { key, isTyping } = early
    early = null
    press(key, isTyping)
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
    if (isUnknown()) {
      if (!isOurs(key, isTyping)) return false
      early = { key, isTyping }
      return true
    }
    const action = isIn() ? pressedShortcut($keyed.get(), key, isTyping) : undefined
    if (!action) return isIn() && tellRefusal(key, isTyping)
    const wasOpen = $wanted.get()
    close()
    // Its own key closes the menu, too.
    if (wasOpen !== 'menu' || action.id !== 'command-menu') action.run()
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
