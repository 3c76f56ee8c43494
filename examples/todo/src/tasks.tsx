/** The tasks of one user, each with a file at most. */
import type { User } from '@supabase/supabase-js'
import { useEffect, useState, type FormEvent } from 'react'
import { project, type Task } from './client.js'

/** Seconds for which the address of a file works. */
const LINK_SECONDS = 60

interface Stored {
  tasks: Task[]
  /** What failed; empty: nothing did. */
  problem: string
}

async function stored(): Promise<Stored> {
  const { data, error } = await project
    .from('tasks')
    .select('id, title, is_done, file')
    .order('created_at')
    .overrideTypes<Task[], { merge: false }>()
  return { tasks: data ?? [], problem: error?.message ?? '' }
}

export function Tasks({ user }: { user: User }) {
  const [{ tasks, problem }, show] = useState<Stored>({ tasks: [], problem: '' })
  useEffect(() => void stored().then(show), [])
  const tell = (said: string) => show((shown) => ({ ...shown, problem: said }))

  /** What failed is said, and the list shows what is stored either way. */
  async function change(changing: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
    const { error } = await changing
    show(await stored())
    if (error) tell(error.message)
  }

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const title = String(new FormData(form).get('title'))
    await change(project.from('tasks').insert({ title }))
    form.reset()
  }

  async function attach(task: Task, file: File): Promise<void> {
    const path = `${user.id}/${task.id}/${file.name}`
    const { error } = await project.storage.from('files').upload(path, file, { upsert: true })
    if (error) return tell(error.message)
    await change(project.from('tasks').update({ file: path }).eq('id', task.id))
  }

  async function openFile(path: string): Promise<void> {
    const { data, error } = await project.storage.from('files').createSignedUrl(path, LINK_SECONDS)
    if (error) tell(error.message)
    else window.open(data.signedUrl, '_blank', 'noopener')
  }

  return (
    <>
      <h1>Tasks of {user.email}</h1>
      <button onClick={() => void project.auth.signOut()}>Sign out</button>
      <form onSubmit={(event) => void add(event)}>
        <label>
          New task <input name="title" required />
        </label>{' '}
        <button>Add</button>
      </form>
      <p role="alert">{problem}</p>
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <label>
              <input
                type="checkbox"
                checked={task.is_done}
                onChange={() =>
                  void change(project.from('tasks').update({ is_done: !task.is_done }).eq('id', task.id))
                }
              />{' '}
              {task.title}
            </label>{' '}
            {task.file === null ? (
              <label>
                File of {task.title}{' '}
                <input
                  type="file"
                  onChange={({ target }) => {
                    const [file] = target.files ?? []
                    if (file) void attach(task, file)
                  }}
                />
              </label>
            ) : (
              <button onClick={() => void openFile(task.file ?? '')}>{task.file.split('/').at(-1)}</button>
            )}{' '}
            <button onClick={() => void change(project.from('tasks').delete().eq('id', task.id))}>
              Delete {task.title}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
