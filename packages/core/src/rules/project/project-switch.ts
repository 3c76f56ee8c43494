/**
 * Which page opens after switching to another project: the path up to its first own parameter.
 * @rule shell.project-switch  @spec §2
 */

/**
 * The address that stays open in another project.
 * @param ref the other project
 * @param routePath the path of the open route, parameters in braces; undefined for a page that no route has
 */
export function pathInProject(routePath: string | undefined, ref: string): string {
  const home = `/project/${encodeURIComponent(ref)}`
  const kept = routePath?.match(/^\/project\/\{ref\}((?:\/[^{/]+)*)/)?.[1]
  return home + (kept ?? '')
}
