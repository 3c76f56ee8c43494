/** Applies theme, contrast and density to the root element, so that popups outside the React root get them too. */
import type { Preferences } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useLayoutEffect } from 'react'
import { useMedia } from './use-media.js'

export function useTheme({ $theme, $contrast, $density }: Preferences): void {
  const isAskedFor = useMedia('(prefers-contrast: more)')
  const isHigh = useStore($contrast) === 'high' || isAskedFor
  const look = { theme: useStore($theme), contrast: isHigh ? 'high' : 'normal', density: useStore($density) }
  const { theme, contrast, density } = look
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, contrast, density })
  }, [theme, contrast, density])
}
