/** Every address of the dashboard. A route without a screen, or a screen without a view, does not compile. */
export const routes = {
  root: { path: '/' },
  projectHome: { path: '/project/{ref}' },
  sql: { path: '/project/{ref}/sql' },
  sqlEditor: { path: '/project/{ref}/sql/{id}' },
} as const

export type RouteName = keyof typeof routes

/** Where an address leads that has no screen of its own. SPEC §1, CLARIFICATIONS "Odds and ends". */
export const redirects: Partial<Record<RouteName, (params: Readonly<Record<string, string>>) => string>> = {
  root: () => '/project/default',
  sql: ({ ref }) => `/project/${encodeURIComponent(ref ?? 'default')}/sql/1`,
}
