/**
 * Which view draws a screen: the same names as the core's table, or it does not compile. Home comes with the page, the
 * others when they are first opened.
 */
import type { ScreenName, ScreenOf } from '@basedeck/core'
import { lazy, type ComponentType } from 'react'
import { ProjectHome } from './project/project-home.js'

export const views: { readonly [Name in ScreenName]: ComponentType<{ screen: ScreenOf<Name> }> } = {
  projectHome: ProjectHome,
  sqlEditor: lazy(async () => ({ default: (await import('./sql/sql-editor.js')).SqlEditor })),
}
