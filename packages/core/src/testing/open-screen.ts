/** A deck on a fake hosted platform, with one screen open: what a test of a screen begins with. */
import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { expect, vi } from 'vitest'
import type { ReadableAtom } from 'nanostores'
import type { Permission } from '@basedeck/platform-client'
import { createDeck, type Deck } from '../deck.js'
import type { ScreenName, ScreenOf } from '../screens/pages.js'
import { createMemoryHost, type MemoryHost } from './memory-host.js'

export interface OpenedScreen<Screen> {
  screen: Screen
  deck: Deck
  host: MemoryHost
  fake: FakePlatform
  /** Listens to stores until the end, as a view does; gives the first one's value. */
  watch<Value>($store: ReadableAtom<Value>, ...others: ReadableAtom<unknown>[]): () => Value
  /** Waits until the check passes. */
  until(check: () => void): Promise<void>
  end(): void
}

/** Loading files takes time on a busy machine. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check)

/** Grants the caller these permissions in the organization `default`, and no others. */
export function grantOnly(fake: FakePlatform, ...grants: [action: string, resource: string][]): void {
  const permissions = grants.map(([action, resource]): Permission => ({
    actions: [action],
    resources: [resource],
    organization_slug: 'default',
  }))
  fake.accounts.permissions.splice(0, Number.POSITIVE_INFINITY, ...permissions)
}

/** @param prepare changes the platform before the first request */
export async function openScreen<Name extends ScreenName>(
  name: Name,
  path: string,
  prepare: (fake: FakePlatform) => void = () => undefined,
): Promise<OpenedScreen<ScreenOf<Name>>> {
  const host = createMemoryHost(path)
  const fake = createFakePlatform()
  fake.runtime.isPlatform = true
  prepare(fake)
  const deck = createDeck(host, { baseUrl: 'http://fake', fetch: fake.fetch })
  await eventually(() => expect(deck.$screen.get().name).toBe(name))
  const stops: (() => void)[] = []
  return {
    screen: (deck.$screen.get() as unknown as { screen: ScreenOf<Name> }).screen,
    deck,
    host,
    fake,
    watch($store, ...others) {
      for (const $watched of [$store, ...others]) stops.push($watched.subscribe(() => undefined))
      return () => $store.get()
    },
    until: eventually,
    end() {
      for (const stop of stops) stop()
      deck.dispose()
    },
  }
}
