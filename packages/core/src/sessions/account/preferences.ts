/** The user's choices for this device: theme, contrast, density, sidebar, row limit. */
import { ROW_LIMIT_OPTIONS } from '@basedeck/sql-guard'
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { oneOf, persisted } from '../../kernel/persisted.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { RESULT_BUDGETS_MB } from '../../rules/results/result-budget.js'
import {
  SIDEBAR_COOKIE,
  SIDEBAR_COOKIE_SECONDS,
  sidebarModeIn,
  type SidebarMode,
} from '../../rules/shell/sidebar.js'
import { THEMES, themeFor, type Theme, type ThemeChoice } from '../../rules/shell/theme.js'

/** Choices for how long a statement may run; the first is the default. */
export const STATEMENT_TIMEOUTS_MS = [60_000, 10_000, 600_000, 0] as const

/** How strongly colours differ; `system` follows the device. */
export const CONTRASTS = ['system', 'high'] as const
export type ContrastChoice = (typeof CONTRASTS)[number]
/** How close rows and controls stand. */
export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const SIDE_MENU_MODES = ['open', 'closed'] as const
export type SideMenuMode = (typeof SIDE_MENU_MODES)[number]
/** Pixels. */
export const SIDE_MENU_WIDTH = { min: 180, max: 400 } as const
const SIDE_MENU_DEFAULT_PX = 240
/** Pixels of the panel beside the page. */
export const PANEL_WIDTH = { min: 320, max: 1000 } as const
const PANEL_DEFAULT_PX = 480

/** Pixels of the panel with one value, beside the rows of a result. */
export const CELL_PANEL_WIDTH = { min: 240, max: 800 } as const
const CELL_PANEL_DEFAULT_PX = 380

/** The user's choices for this device. Writing a store stores the choice. */
export interface Preferences extends Disposable {
  readonly $themeChoice: WritableAtom<ThemeChoice>
  readonly $theme: ReadableAtom<Theme>
  readonly $contrast: WritableAtom<ContrastChoice>
  readonly $density: WritableAtom<Density>
  readonly $sidebarMode: WritableAtom<SidebarMode>
  /** Rows; -1 is no limit. SPEC §9. */
  readonly $rowLimit: WritableAtom<number>
  /** Milliseconds; 0: no timeout. DESIGN §6. */
  readonly $statementTimeoutMs: WritableAtom<number>
  /** Percent of the editor's height that the text takes. */
  readonly $sqlSplit: WritableAtom<number>
  /** The menu beside the sidebar. */
  readonly $sideMenu: WritableAtom<SideMenuMode>
  /** Pixels. */
  readonly $sideMenuWidth: WritableAtom<number>
  /** The list of snippets beside the editor. */
  readonly $snippetPanel: WritableAtom<SideMenuMode>
  /** Pixels. */
  readonly $snippetPanelWidth: WritableAtom<number>
  /** Megabytes that the results of all queries of a window may take. */
  readonly $resultBudgetMb: WritableAtom<number>
  /** Of the panel beside the page; pixels. */
  readonly $panelWidth: WritableAtom<number>
  /** Of the panel with one value, beside the rows of a result; pixels. */
  readonly $cellPanelWidth: WritableAtom<number>
  /** Whether panels of changes add their SQL to the migration in progress. */
  readonly $writesMigration: WritableAtom<boolean>
}

export function createPreferences(host: Pick<Host, 'storage' | 'cookies' | 'prefersDark'>): Preferences {
  const scope = createScope()
  const keep = <Value>(key: string, fallback: Value, decode: (text: string) => Value | undefined) => {
    const { $value, dispose } = persisted(host.storage, {
      key: `basedeck:${key}`,
      fallback,
      decode,
      encode: String,
    })
    scope.add(dispose)
    return $value
  }
  const $themeChoice = keep<ThemeChoice>('theme', 'system', oneOf(THEMES))
  const $prefersDark = atom(host.prefersDark.current())
  scope.add(host.prefersDark.subscribe((dark) => $prefersDark.set(dark)))

  // Local storage counts before the cookie. SPEC §4.
  const inCookie = sidebarModeIn(host.cookies?.get(SIDEBAR_COOKIE) ?? null)
  const $sidebarMode = keep<SidebarMode>('sidebar', inCookie ?? 'expandable', sidebarModeIn)
  scope.add($sidebarMode.listen((mode) => host.cookies?.set(SIDEBAR_COOKIE, mode, SIDEBAR_COOKIE_SECONDS)))

  return {
    $themeChoice,
    $theme: computed([$themeChoice, $prefersDark], themeFor),
    $contrast: keep<ContrastChoice>('contrast', 'system', oneOf(CONTRASTS)),
    $density: keep<Density>('density', 'comfortable', oneOf(DENSITIES)),
    $sidebarMode,
    $rowLimit: keep<number>('sql-row-limit', 100, (text) =>
      ROW_LIMIT_OPTIONS.find((option) => String(option) === text),
    ),
    $statementTimeoutMs: keep<number>('sql-timeout', STATEMENT_TIMEOUTS_MS[0], (text) =>
      STATEMENT_TIMEOUTS_MS.find((option) => String(option) === text),
    ),
    $sqlSplit: keep<number>('sql-split', 50, within(0, 100)),
    $sideMenu: keep<SideMenuMode>('side-menu', 'open', oneOf(SIDE_MENU_MODES)),
    $snippetPanel: keep<SideMenuMode>('snippet-panel', 'open', oneOf(SIDE_MENU_MODES)),
    $snippetPanelWidth: keep<number>(
      'snippet-panel-width',
      SIDE_MENU_DEFAULT_PX,
      within(SIDE_MENU_WIDTH.min, SIDE_MENU_WIDTH.max),
    ),
    $sideMenuWidth: keep<number>(
      'side-menu-width',
      SIDE_MENU_DEFAULT_PX,
      within(SIDE_MENU_WIDTH.min, SIDE_MENU_WIDTH.max),
    ),
    $resultBudgetMb: keep<number>('result-budget-mb', RESULT_BUDGETS_MB[0], (text) =>
      RESULT_BUDGETS_MB.find((option) => String(option) === text),
    ),
    $panelWidth: keep<number>('panel-width', PANEL_DEFAULT_PX, within(PANEL_WIDTH.min, PANEL_WIDTH.max)),
    $cellPanelWidth: keep<number>(
      'cell-panel-width',
      CELL_PANEL_DEFAULT_PX,
      within(CELL_PANEL_WIDTH.min, CELL_PANEL_WIDTH.max),
    ),
    $writesMigration: keep<boolean>('writes-migration', false, (text) =>
      text === 'true' ? true : text === 'false' ? false : undefined,
    ),
    dispose: scope.dispose,
  }
}

function within(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = Number(text)
    return text !== '' && value >= min && value <= max ? value : undefined
  }
}
