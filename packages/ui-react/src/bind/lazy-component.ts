/**
 * Parts of the view whose file is loaded when they are first drawn. While the platform is away a file can't be loaded, and
 * is requested until it arrives: a missing part must not break the page. React's `lazy` is not used: Suspense shows what
 * was loading only 300 ms after its fallback, however soon the file arrives.
 */
import { reportMissingFile } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { createElement, useState, type ComponentType } from 'react'
import { reloadStyleSheets } from './style-sheets.js'

const RETRY_MS = 2000

type FileState<Props> = { Component: ComponentType<Props> } | { error: unknown } | null

/**
 * @param Fallback drawn with the same props until the file has loaded; default: nothing
 * @param tries after so many it throws; default: never. One that is mounted later tries again
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
  tries?: number,
): ComponentType<Props> {
  const $file = atom<FileState<Props>>(null)
  let isLoading = false
  const begin = () => {
    const file = $file.get()
    if (isLoading || (file && 'Component' in file)) return
    isLoading = true
    if (file) $file.set(null)
    const end = (state: FileState<Props>) => {
      isLoading = false
      $file.set(state)
    }
    loadWithRetry(load, tries).then(
      (Component) => end({ Component }),
      (error: unknown) => end({ error }),
    )
  }
  return function LazyComponent(props: Props) {
    // At the first drawing, not after it: the file is on its way sooner.
    useState(begin)
    const file = useStore($file)
    if (file && 'error' in file) throw file.error
    const Drawn = file?.Component ?? Fallback
    return Drawn ? createElement(Drawn, props) : null
  }
}

/** The result of `load`, which is called again after every failure. */
export async function loadWithRetry<Part>(
  load: () => Promise<Part>,
  tries = Number.POSITIVE_INFINITY,
): Promise<Part> {
  let found: (() => void) | undefined
  try {
    for (let left = tries; ; left -= 1) {
      try {
        await reloadStyleSheets()
        return await load()
      } catch (error) {
        if (left <= 1) throw error
        found ??= reportMissingFile()
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  } finally {
    found?.()
  }
}
