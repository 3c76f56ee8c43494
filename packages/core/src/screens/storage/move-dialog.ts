/** Where items are moved: the folders of the bucket as a tree, each read when it is opened. SPEC §8 */
import { cursorAfter, listObjects, type Client, type ObjectCursor } from '@basedeck/platform-client'
import { isInside, joinedPath, LIST_PAGE } from '@basedeck/storage-engine/rules'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Notifier } from '../../ports/index.js'
import type { TreeNode } from '../../rules/shell/tree.js'
import { foldersTo } from '../../rules/storage/folder-path.js'
import { storageText } from '../../text/storage.js'

const text = storageText.move

/** An item that is moved. */
export interface MovedItem {
  /** In the bucket. */
  path: string
  name: string
  isFolder: boolean
}

/** The open dialog. */
export interface OpenMove {
  title: string
  /** What the button would do; with the reason why it can't. */
  target: { label: string; disabled: boolean; hint?: string }
  isBusy: boolean
}

/** The dialog in which a folder is chosen. */
export interface MoveDialog extends Disposable {
  /** Null: it is closed. */
  readonly $open: ReadableAtom<OpenMove | null>
  readonly $nodes: ReadableAtom<readonly TreeNode[]>
  readonly $expanded: ReadableAtom<ReadonlySet<string>>
  readonly $chosen: ReadableAtom<string>
  ask(items: readonly MovedItem[], from: string): void
  toggle(key: string): void
  choose(key: string): void
  confirm(): Promise<void>
  close(): void
}

/** The key of the bucket itself: a folder's is its path. */
const ROOT = '/'

export function createMoveDialog(
  { client, notifier }: { client: Client; notifier: Notifier },
  {
    ref,
    bucket,
    move,
  }: {
    ref: string
    bucket: string
    move(items: readonly MovedItem[], folder: string): Promise<void>
  },
): MoveDialog {
  const $items = atom<{ items: readonly MovedItem[]; from: string } | null>(null)
  const $isBusy = atom(false)
  const $folders = atom<ReadonlyMap<string, readonly string[] | 'loading'>>(new Map())
  const $expanded = atom<ReadonlySet<string>>(new Set())
  const $chosen = atom(ROOT)
  const folderOfKey = (key: string) => (key === ROOT ? '' : key)
  let aborter: AbortController | undefined

  const read = async (folder: string) => {
    if (($folders.get().get(folder) ?? 'none') !== 'none') return
    const set = (inside: readonly string[] | 'loading' | null) => {
      const next = new Map($folders.get())
      if (inside === null) next.delete(folder)
      else next.set(folder, inside)
      $folders.set(next)
    }
    set('loading')
    aborter ??= new AbortController()
    const { signal } = aborter
    try {
      const found: string[] = []
      let cursor: ObjectCursor | undefined
      // Folders come first: the first file ends them.
      for (;;) {
        const page = await client.call(
          listObjects,
          {
            params: { ref, bucket },
            body: { path: folder, options: { limit: LIST_PAGE, ...(cursor ? { cursor } : {}) } },
          },
          { signal },
        )
        found.push(...page.filter(({ id }) => id === null).map(({ name }) => joinedPath(folder, name)))
        const last = page.at(-1)
        if (!last || last.id !== null || page.length < LIST_PAGE) break
        cursor = cursorAfter(last)
      }
      if (!signal.aborted) set(found)
    } catch (error) {
      if (signal.aborted) return
      set(null)
      notifier.notify({ kind: 'error', message: storageText.errors.folders((error as Error).message) })
    }
  }
  const close = () => {
    aborter?.abort()
    aborter = undefined
    $items.set(null)
    $folders.set(new Map())
    $expanded.set(new Set())
    $isBusy.set(false)
  }
  const expand = (key: string) => {
    $expanded.set(new Set([...$expanded.get(), key]))
    void read(folderOfKey(key))
  }
  const refusal = (
    { items, from }: { items: readonly MovedItem[]; from: string },
    folder: string,
  ): string | null => {
    if (items.some(({ path, isFolder }) => isFolder && isInside(folder, path))) return text.inside
    return folder === from ? text.same(items.length) : null
  }

  return {
    $open: computed([$items, $chosen, $isBusy], (open, chosen, isBusy) => {
      if (!open) return null
      const [first] = open.items
      const hint = refusal(open, folderOfKey(chosen))
      return {
        title: open.items.length === 1 && first ? text.titleOne(first.name) : text.title(open.items.length),
        target: {
          label: isBusy ? text.moving : text.confirm,
          disabled: hint !== null,
          ...(hint === null ? {} : { hint }),
        },
        isBusy,
      }
    }),
    $nodes: computed($folders, (folders): TreeNode[] => {
      const nodesOf = (folder: string): TreeNode[] => {
        const inside = folders.get(folder)
        if (inside === 'loading') return [{ key: `${folder}\0`, label: text.loading }]
        return (inside ?? []).map((path) => ({
          key: path,
          label: path.slice(path.lastIndexOf('/') + 1),
          children: nodesOf(path),
        }))
      }
      return [{ key: ROOT, label: text.root(bucket), children: nodesOf('') }]
    }),
    $expanded,
    $chosen,
    ask(items, from) {
      if (items.length === 0) return
      close()
      $items.set({ items, from })
      $chosen.set(from === '' ? ROOT : from)
      // The folder in which the items are is shown open.
      for (const { folder } of foldersTo(from)) expand(folder === '' ? ROOT : folder)
    },
    toggle(key) {
      const expanded = new Set($expanded.get())
      if (expanded.delete(key)) $expanded.set(expanded)
      else expand(key)
    },
    choose: (key) => !key.endsWith('\0') && $chosen.set(key),
    async confirm() {
      const open = $items.get()
      const folder = folderOfKey($chosen.get())
      if (!open || $isBusy.get() || refusal(open, folder) !== null) return
      $isBusy.set(true)
      await move(open.items, folder)
      if ($items.get() === open) close()
    },
    close,
    dispose: () => aborter?.abort(),
  }
}
