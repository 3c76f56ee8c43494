import { expect, test } from 'vitest'
import { infoText } from '../../text/info-pages.js'
import { pageTitles } from '../../text/page-titles.js'
import { infoPages, partText, type InfoPageName } from './info-pages.js'

const names = Object.keys(infoPages) as InfoPageName[]

test.each(names)('%s has a title, says what it is for, and each of its parts has its sentences', (name) => {
  expect(pageTitles[name]).not.toBe('')
  expect(infoText.pages[name].lead).toMatch(/\.$/)
  const keys = infoPages[name].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect([...keys].sort()).toEqual(Object.keys(infoText.pages[name].parts).sort())
  for (const { key, source } of infoPages[name]) {
    const { body, title } = partText(name, key)
    expect(title).not.toBe('')
    // A part without data says what there is not, and why.
    if (!source) expect(body ?? '').toMatch(/\.$/)
  }
})

test('no page says that something comes soon, but the one for which the platform has a flag', () => {
  expect(JSON.stringify({ ...infoText.pages })).not.toMatch(/coming soon|lorem|not yet implemented/i)
})

test('a part without sentences is a mistake that is told', () => {
  expect(() => partText('reports', 'nowhere')).toThrow('reports')
})
