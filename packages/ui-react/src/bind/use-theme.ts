/** Dresses the page: the theme stands on the root element, so that everything, also what floats, wears it. */
import type { Theme } from '@basedeck/core/rules'
import { useLayoutEffect } from 'react'

export function useTheme(theme: Theme): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
}
