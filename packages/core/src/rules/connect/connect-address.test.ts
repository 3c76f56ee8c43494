import { expect, test } from 'vitest'
import { connectChosen } from './connect-address.js'
import { CONNECT_TABS } from './connect-catalogue.js'

const keys = (search: string, tabs = [...CONNECT_TABS]) => {
  const { tab, framework, using, with: library } = connectChosen(search, tabs)
  return [tab, framework?.key, using?.key, library?.key]
}

test.each([
  ['', ['direct', undefined, undefined, undefined]],
  ['?tab=frameworks', ['frameworks', 'nextjs', 'app', 'pg']],
  ['?tab=frameworks&framework=nextjs&using=pages&with=kysely', ['frameworks', 'nextjs', 'pages', 'kysely']],
  ['?tab=frameworks&framework=react&using=vite', ['frameworks', 'react', 'vite', 'client']],
  ['?tab=frameworks&framework=nuxt&with=postgresjs', ['frameworks', 'nuxt', undefined, 'postgresjs']],
  ['?tab=mobiles', ['mobiles', 'exporeactnative', undefined, 'client']],
  ['?tab=orms&framework=drizzle', ['orms', 'drizzle', undefined, 'postgresjs']],
])('%j chooses %j', (search, chosen) => {
  expect(keys(search)).toEqual(chosen)
})

test('what a parameter names wrongly is the first of its list', () => {
  expect(keys('?tab=nothing&framework=react')).toEqual(['direct', undefined, undefined, undefined])
  expect(keys('?tab=frameworks&framework=angular&using=vite&with=x')).toEqual([
    'frameworks',
    'nextjs',
    'app',
    'pg',
  ])
  expect(keys('?tab=mobiles&framework=nextjs')).toEqual(['mobiles', 'exporeactnative', undefined, 'client'])
})

test('a tab that is switched off is not opened', () => {
  expect(keys('?tab=orms', ['direct', 'frameworks'])).toEqual(['direct', undefined, undefined, undefined])
})
