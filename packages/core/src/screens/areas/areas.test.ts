import { expect, test } from 'vitest'
import { areaText } from '../../text/areas.js'
import { pageTitles } from '../../text/page-titles.js'
import { areas, needsDatabase, partText, type AreaName } from './areas.js'

const names = Object.keys(areas) as AreaName[]

test.each(names)('%s has a title, says what it is for, and each of its parts has its sentences', (name) => {
  expect(pageTitles[name]).not.toBe('')
  expect(areaText.areas[name].lead).toMatch(/\.$/)
  const keys = areas[name].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect([...keys].sort()).toEqual(Object.keys(areaText.areas[name].parts).sort())
  for (const { key, source } of areas[name]) {
    const { body, title } = partText(name, key)
    expect(title).not.toBe('')
    // A part without data says what there is not, and why.
    if (!source) expect(body ?? '').toMatch(/\.$/)
  }
})

test('no page says that something comes soon, but the one for which the platform has a flag', () => {
  expect(JSON.stringify({ ...areaText.areas })).not.toMatch(/coming soon|lorem|not yet implemented/i)
})

test('only pages with lists of the database wait for it', () => {
  expect(needsDatabase('reports')).toBe(true)
  expect(needsDatabase('infrastructure')).toBe(false)
  expect(needsDatabase('organizationBilling')).toBe(false)
})

test('a part without sentences is a mistake that is told', () => {
  expect(() => partText('reports', 'nowhere')).toThrow('reports')
})
