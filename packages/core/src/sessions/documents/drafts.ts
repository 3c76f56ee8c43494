/**
 * Texts that a user edits: in memory and on this device at once, so that a crash or a reload loses at most
 * one batch of keystrokes. Windows on the same draft follow each other; typing at the same moment is a choice. Each
 * person of a browser has their own.
 */
import { atom, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'

/** Milliseconds between a keystroke and its write: one batch. */
export const DRAFT_BATCH_MS = 100

/** The text of a query that the user edits. It is stored on the device as it is typed. */
export interface Draft {
  readonly $text: ReadableAtom<string>
  /** False when the device could not keep the text as it is now. */
  readonly $kept: ReadableAtom<boolean>
  /** The text another window wrote while this one was typing; null: no conflict. */
  readonly $theirs: ReadableAtom<string | null>
  set(text: string): void
  /** Ends the choice: take the other window's text, or write this one's over it. */
  takeTheirs(): void
  keepMine(): void
}

export interface Drafts extends Disposable {
  /** The draft that a key has for the current user; one object per key. */
  open(key: string): Draft
  /** Removes the text from the device. */
  drop(key: string): void
}

/** @param owner the profile's id of the current user; undefined without accounts */
export function createDrafts(
  host: Pick<Host, 'storage' | 'clock' | 'lifecycle'>,
  owner: () => string | undefined,
): Drafts {
  const scope = createScope()
  const open = new Map<string, Draft & { write(): void; receive(text: string): void }>()
  const prefix = 'basedeck:draft:'
  const minePrefix = 'basedeck:draft-mine:'

  scope.add(
    host.lifecycle.onHide(() => {
      for (const draft of open.values()) draft.write()
    }),
  )
  const stopFollowing = host.storage.subscribe?.((key, text) => {
    if (key.startsWith(prefix) && text !== null) open.get(key.slice(prefix.length))?.receive(text)
  })
  if (stopFollowing) scope.add(stopFollowing)

  function createDraft(key: string) {
    const stored = host.storage.get(prefix + key) ?? ''
    const mine = host.storage.get(minePrefix + key)
    const $text = atom(mine ?? stored)
    const $kept = atom(true)
    const $theirs = atom(mine === null || mine === stored ? null : stored)
    let stopTimer: (() => void) | undefined

    // While there is a choice, neither text may overwrite the other.
    const write = () => {
      if (!stopTimer) return
      stopTimer()
      stopTimer = undefined
      const targetPrefix = $theirs.get() === null ? prefix : minePrefix
      $kept.set(host.storage.set(targetPrefix + key, $text.get()))
    }
    const schedule = () => {
      stopTimer ??= host.clock.after(DRAFT_BATCH_MS, write)
    }
    const endChoice = () => {
      $theirs.set(null)
      host.storage.remove(minePrefix + key)
    }
    return {
      $text,
      $kept,
      $theirs,
      write,
      set(text: string) {
        if (text === $text.get()) return
        $text.set(text)
        schedule()
      },
      receive(text: string) {
        if (text === $text.get()) endChoice()
        else if (stopTimer || $theirs.get() !== null) $theirs.set(text)
        else $text.set(text)
      },
      takeTheirs() {
        const theirs = $theirs.get()
        endChoice()
        if (theirs !== null) $text.set(theirs)
      },
      keepMine() {
        endChoice()
        schedule()
      },
    }
  }

  scope.add(() => {
    for (const draft of open.values()) draft.write()
  })
  const keyOf = (name: string) => {
    const who = owner()
    return who === undefined ? name : `@${who}/${name}`
  }
  return {
    open(name) {
      const key = keyOf(name)
      let draft = open.get(key)
      if (!draft) open.set(key, (draft = createDraft(key)))
      return draft
    },
    drop(name) {
      const key = keyOf(name)
      open.get(key)?.write()
      open.delete(key)
      host.storage.remove(prefix + key)
      host.storage.remove(minePrefix + key)
    },
    dispose: scope.dispose,
  }
}
