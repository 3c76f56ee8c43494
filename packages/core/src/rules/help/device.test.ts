import { expect, test } from 'vitest'
import { deviceOf } from './device.js'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 OPR/120.0`, 'Opera', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['curl/8.5.0', 'curl', undefined],
  ['node', 'Node.js', undefined],
  ['', undefined, undefined],
  ['<script>alert(1)</script>', undefined, undefined],
])('%s', (userAgent, program, system) => {
  expect(deviceOf(userAgent)).toEqual({ program, system })
})
