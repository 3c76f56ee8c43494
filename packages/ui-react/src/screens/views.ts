/** Which view draws a screen: the same names as the core's table, or it does not compile. */
import type { ScreenName, ScreenOf } from '@basedeck/core'
import type { ComponentType } from 'react'
import { ProjectHome } from './project/project-home.js'
import { SqlEditor } from './sql/sql-editor.js'

export const views: { readonly [Name in ScreenName]: ComponentType<{ screen: ScreenOf<Name> }> } = {
  projectHome: ProjectHome,
  sqlEditor: SqlEditor,
}
