import { expect, test } from 'vitest'
import { embedAddress, embedCode, embedSizeOf } from './embeds.ts'

const origin = 'https://vireo.example'

test('the address of a player has only the options that differ from the defaults', () => {
  expect(embedAddress(origin, 'id1', { start: 0, loop: false, captions: false })).toBe(`${origin}/embed/id1`)
  expect(embedAddress(origin, 'id1', { start: 90, autoplay: true, muted: true })).toBe(
    `${origin}/embed/id1?start=90&autoplay=1&muted=1`,
  )
})

test('responsive code of a player keeps its aspect ratio at any width', () => {
  const frame = { address: `${origin}/embed/id1`, title: 'A "walk"', width: 640, height: 360 }
  expect(embedCode({ ...frame, isResponsive: true })).toBe(
    `<iframe src="${origin}/embed/id1" title="A &quot;walk&quot;" width="640" height="360" style="border: 0; width: 100%; height: auto; aspect-ratio: 640 / 360" allow="autoplay; fullscreen; picture-in-picture" loading="lazy" allowfullscreen></iframe>`,
  )
})

test.each([
  [{ width: 1920, height: 1080 }, {}, { width: 640, height: 360 }],
  [{ width: 1080, height: 1920 }, {}, { width: 360, height: 640 }],
  [{ width: 1920, height: 1080 }, { longest: 1280 }, { width: 1280, height: 720 }],
  [
    { width: 1920, height: 1080 },
    { maxwidth: 300, maxheight: 90 },
    { width: 160, height: 90 },
  ],
  [{ width: 0, height: 0 }, {}, { width: 640, height: 360 }],
  [{ width: 4000, height: 10 }, { maxheight: 1 }, { width: 400, height: 1 }],
])('a video of %j within %j is %j', (video, limits, size) => {
  expect(embedSizeOf(video, limits)).toEqual(size)
})
