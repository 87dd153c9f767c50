import { expect, test } from 'vitest'
import { pictureSource, soundSource } from './video-preview.tsx'

const rendition = (height: number, width = (height / 9) * 16) => ({
  name: `${height}p`,
  width,
  height,
  bandwidth: height * 1000,
  url: `/media/${height}.mp4`,
})
const video = {
  preview: '/media/preview.mp4',
  videofile: '/media/1080.mp4',
  renditions: [rendition(1080), rendition(720), rendition(360), rendition(240)],
}

test('the muted preview plays the silent clip, or the video itself before the clip exists', () => {
  expect(pictureSource(video)).toBe('/media/preview.mp4')
  expect(pictureSource({ ...video, preview: null })).toBe('/media/360.mp4')
})

test('the preview with sound plays the smallest file of sufficient resolution', () => {
  expect(soundSource(video)).toBe('/media/360.mp4')
  expect(soundSource({ ...video, renditions: [rendition(240)] })).toBe('/media/240.mp4')
  expect(soundSource({ ...video, renditions: [rendition(640, 360)] })).toBe('/media/640.mp4')
})

test('nothing is played before any file exists', () => {
  expect(pictureSource({ preview: null, videofile: null, renditions: [] })).toBeNull()
})
