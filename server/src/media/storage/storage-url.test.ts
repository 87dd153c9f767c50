import { describe, expect, it } from 'vitest'
import { StorageUrlError } from './storage-errors.ts'
import { parseStorageUrl } from './storage-url.ts'

describe('parseStorageUrl', () => {
  it('reads all parts of the URL', () => {
    const url = 's3://AKID:c2VjcmV0@minio.local:9000/media/site-a/v1?region=eu-central-1&tls=false'
    expect(parseStorageUrl(url)).toEqual({
      endpoint: 'http://minio.local:9000',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AKID', secretAccessKey: 'c2VjcmV0' },
      bucket: 'media',
      prefix: 'site-a/v1/',
    })
  })

  it('uses TLS and us-east-1 by default', () => {
    expect(parseStorageUrl('s3://k:s@s3.example.org/media/')).toMatchObject({
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      prefix: '',
    })
  })

  it('decodes percent-encoded credentials and keeps a plus sign', () => {
    const { credentials } = parseStorageUrl('s3://test%3Atester:a%2Fb%40c+d%25@127.0.0.1:8080/media')
    expect(credentials).toEqual({ accessKeyId: 'test:tester', secretAccessKey: 'a/b@c+d%' })
  })

  it('accepts an IPv6 address', () => {
    expect(parseStorageUrl('s3://k:s@[::1]:9000/media?tls=false').endpoint).toBe('http://[::1]:9000')
  })

  it.each([
    ['s3://k:s@/media?region=eu-west-1', 'eu-west-1'],
    ['s3:///media', 'us-east-1'],
    ['s3://k:s@amazonaws/media', 'us-east-1'],
    ['s3://k:s@s3.amazonaws.com/media', 'us-east-1'],
    ['s3://k:s@s3.eu-north-1.amazonaws.com/media', 'eu-north-1'],
    ['s3://k:s@s3.eu-north-1.amazonaws.com/media?region=eu-south-1', 'eu-south-1'],
  ])('interprets %s as AWS itself', (url, region) => {
    expect(parseStorageUrl(url)).toMatchObject({ endpoint: undefined, region, bucket: 'media' })
  })

  it('leaves the credentials to the AWS SDK when there are none', () => {
    expect(parseStorageUrl('s3:///media').credentials).toBeUndefined()
  })

  it.each([
    ['https://k:TOPHUSH@host/media', /should look like s3:\/\//],
    ['s3:media', /should look like/],
    ['s3://k:TOP/HUSH@host/media', /percent-encoded/],
    ['s3://k:TOP?HUSH@host/media', /percent-encoded/],
    ['s3://k:TOP#HUSH@host/media', /percent-encoded/],
    ['s3://k:TOP@HUSH@host/media', /percent-encoded/],
    ['s3://k:TOP:HUSH@host/media', /percent-encoded/],
    ['s3://k:TOP%HUSH@host/media', /a bare % is written %25/],
    ['s3://k@host/media', /both an access key and a secret/],
    ['s3://:TOPHUSH@host/media', /both an access key and a secret/],
    ['s3://k:TOPHUSH@host', /the bucket is missing/],
    ['s3://k:TOPHUSH@host/', /the bucket is missing/],
    ['s3://k:TOPHUSH@host/a', /the bucket is not a valid name/],
    ['s3://k:TOPHUSH@host:port/media', /the host or its port/],
    ['s3://k:TOPHUSH@host:99999/media', /the host or its port/],
    ['s3://k:TOPHUSH@host/media/../other', /the prefix/],
    ['s3://k:TOPHUSH@host/media?tls=maybe', /tls must be true or false/],
    ['s3://k:TOPHUSH@host/media?region=', /the region/],
    ['s3://k:TOPHUSH@host/media?regoin=x', /takes region and tls only/],
  ])('refuses %s with a message that does not contain it', (url, reason) => {
    const parse = () => parseStorageUrl(url)
    expect(parse).toThrow(StorageUrlError)
    expect(parse).toThrow(reason)
    expect(parse).not.toThrow(/TOP|HUSH/)
  })
})
