import { expect, test } from 'vitest'
import { auditSentence } from './audit-sentence.js'

test.each([
  ['project.pause', 'Shop', 'The project was paused'],
  ['project.create', 'Shop', 'Project Shop was created'],
  ['api_key.rotate', 'default', 'API key default was rotated'],
  ['webhook.send_again', 'orders', 'A delivery of webhook orders was sent again'],
  ['database.write', 'drop table a', 'Ran SQL: drop table a'],
  ['database.write', "set local lock_timeout = '2s'; drop table a", 'Ran SQL: drop table a'],
  ['something.new', 'x', 'something.new x'],
  ['project.something', 'Shop', 'project.something Shop'],
])('%s of %s', (action, target, sentence) => expect(auditSentence(action, target)).toBe(sentence))
