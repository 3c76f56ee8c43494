import { expect, test } from 'vitest'
import { testCodeOf } from './test-codes.js'

const codes = { sms_test_otp: ['18005550123=123456', '1800555012=999999'], sms_test_otp_valid_until: '' }

test('a number has the code of its own entry', () => {
  expect(testCodeOf(codes, '18005550123')).toBe('123456')
  expect(testCodeOf(codes, '1800555012')).toBe('999999')
  expect(testCodeOf(codes, '180055501')).toBeUndefined()
  expect(testCodeOf(codes, '')).toBeUndefined()
})

test('it counts until its time is over', () => {
  const until = { ...codes, sms_test_otp_valid_until: '2030-01-01T00:00:00Z' }
  const at = Date.parse(until.sms_test_otp_valid_until)
  expect(testCodeOf(until, '18005550123', at - 1)).toBe('123456')
  expect(testCodeOf(until, '18005550123', at)).toBeUndefined()
})
