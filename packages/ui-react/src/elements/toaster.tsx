/** Short messages that announce themselves. */
import { Toaster as Sonner } from 'sonner'

export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  return <Sonner theme={theme} position="bottom-right" visibleToasts={4} />
}
