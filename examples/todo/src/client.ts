/** The project that this page uses. The publishable key opens only what its policies allow. */
import { createClient } from '@supabase/supabase-js'

/** A row of `public.tasks`. */
export interface Task {
  id: string
  title: string
  is_done: boolean
  /** Path in the bucket `files`; null: none. */
  file: string | null
}

export const project = createClient(
  import.meta.env['VITE_PROJECT_URL'] as string,
  import.meta.env['VITE_PROJECT_KEY'] as string,
)
