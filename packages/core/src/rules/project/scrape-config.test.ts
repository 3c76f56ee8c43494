import { expect, test } from 'vitest'
import { scrapeConfig } from './scrape-config.js'

test('host, scheme and path of the project are told, and the key is in a file', () => {
  const config = scrapeConfig({ ref: 'shop', address: 'https://api.example.com/shop' })
  expect(config).toContain('job_name: basedeck-shop')
  expect(config).toContain('scheme: https')
  expect(config).toContain('metrics_path: /shop/customer/v1/privileged/metrics')
  expect(config).toContain(`targets: ['api.example.com']`)
  expect(config).toContain('password_file: /etc/prometheus/basedeck-shop.key')
})

test('a port stays with the host', () => {
  const config = scrapeConfig({ ref: 'default', address: 'http://127.0.0.1:8788/default' })
  expect(config).toContain('scheme: http\n')
  expect(config).toContain(`targets: ['127.0.0.1:8788']`)
})
