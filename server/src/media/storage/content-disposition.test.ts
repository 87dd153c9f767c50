import { expect, it } from 'vitest'
import { attachmentNamed } from './content-disposition.ts'

it('names a file in the plain and in the encoded form', () => {
  expect(attachmentNamed('My clip.mp4')).toBe(
    `attachment; filename="My clip.mp4"; filename*=UTF-8''My%20clip.mp4`,
  )
})

it('shows the extension that the file has', () => {
  const header = attachmentNamed('holiday\u202e4pm.exe')
  expect(header).toBe(`attachment; filename="holiday4pm.exe"; filename*=UTF-8''holiday4pm.exe`)
})

it('cannot be broken by special characters in the name', () => {
  const header = attachmentNamed('a"\r\nSet-Cookie: x=1; \\ \ud800 (1)*.mp4')
  expect(header).toBe(
    `attachment; filename="a_Set-Cookie: x=1; _ _ (1)*.mp4"; filename*=UTF-8''a%22Set-Cookie%3A%20x%3D1%3B%20%5C%20%EF%BF%BD%20%281%29%2A.mp4`,
  )
})
