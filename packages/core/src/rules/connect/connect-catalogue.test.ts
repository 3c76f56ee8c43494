import { expect, test } from 'vitest'
import { CONNECT_FRAMEWORKS } from './connect-catalogue.js'

test('every framework of the specification is there, in its order', () => {
  const labels = (tab: keyof typeof CONNECT_FRAMEWORKS) => CONNECT_FRAMEWORKS[tab].map(({ label }) => label)
  expect(labels('frameworks')).toEqual([
    'Next.js',
    'Remix',
    'React',
    'Nuxt',
    'Vue.JS',
    'SvelteKit',
    'Solid.js',
    'Astro',
    'refine',
  ])
  expect(labels('mobiles')).toEqual([
    'Expo React Native',
    'Flutter',
    'Ionic React',
    'Swift',
    'Android Kotlin',
    'Ionic Angular',
  ])
  expect(labels('orms')).toEqual(['Prisma', 'Drizzle'])
})

test('Next.js is used in two ways, and React in two', () => {
  const [next, , react] = CONNECT_FRAMEWORKS.frameworks
  expect(next?.children.map(({ label }) => label)).toEqual(['App Router', 'Pages Router'])
  expect(react?.children.map(({ label }) => label)).toEqual(['Create React App', 'Vite'])
})

test('keys are unique within their list, and every entry has something to connect with', () => {
  for (const entries of Object.values(CONNECT_FRAMEWORKS)) {
    const keys = entries.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { children } of entries) expect(children.length).toBeGreaterThan(0)
  }
})
