/** Applies the theme to the root element, so that popups outside the React root get it too. */
import type { Theme } from '@basedeck/core/rules'
import { useLayoutEffect } from 'react'

export function useTheme(theme: Theme): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
}
