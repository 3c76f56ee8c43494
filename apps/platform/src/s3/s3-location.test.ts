import { expect, test } from 'vitest'
import { describeS3Location, readS3Location } from './s3-location.js'

test('a bucket by its address, with a key that has every sign', () => {
  const location = readS3Location(
    'https://AKIA:a%2Fb%2B%3D%40@s3.example.com:9000/files/shop/x?region=eu-central-1&style=host',
  )
  expect(location).toEqual({
    endpoint: 'https://s3.example.com:9000',
    bucket: 'files',
    prefix: 'shop/x/',
    region: 'eu-central-1',
    style: 'host',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+=@',
  })
  expect(location && describeS3Location(location)).toBe('https://s3.example.com:9000/files/shop/x')
})

test('without folder, region and style', () => {
  expect(readS3Location('http://k:s@10.0.0.9:9000/files/')).toMatchObject({
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    style: 'path',
  })
})

test.each([
  's3://k:s@host/files',
  'https://host/files',
  'https://k@host/files',
  'https://k:s@host',
  'https://k:s@host/',
  'https://k:s@host/files/../x/..',
  'https://k:s@host/files//x',
  'https://k:s@host/a%20b',
  'https://k:s@host/files?style=other',
  'https://k:s@host/files?regoin=x',
  'https://k:s@host/files#x',
  'https://k:%zz@host/files',
  'files',
])('%s has another form', (text) => {
  expect(readS3Location(text)).toBeUndefined()
})
