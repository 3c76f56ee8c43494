/** Which screen a route opens. The view has a table with the same keys. */
import type { Disposable } from '../kernel/screen.js'
import type { ScreenContext } from './context.js'
import { createProjectHome } from './project/project-home.js'
import type { RouteName } from './routes.js'
import { createSqlEditor } from './sql/sql-editor.js'

const param = (params: Readonly<Record<string, string>>, name: string): string => params[name] ?? ''

export const screens = {
  projectHome: (context: ScreenContext, params: Readonly<Record<string, string>>) =>
    createProjectHome(context, { ref: param(params, 'ref') }),
  sqlEditor: (context: ScreenContext, params: Readonly<Record<string, string>>) =>
    createSqlEditor(context, { ref: param(params, 'ref'), id: param(params, 'id') }),
} satisfies Record<
  Exclude<RouteName, 'root' | 'sql'>,
  (context: ScreenContext, params: Readonly<Record<string, string>>) => Disposable & { title: string }
>

export type ScreenName = keyof typeof screens
export type ScreenOf<Name extends ScreenName> = ReturnType<(typeof screens)[Name]>
