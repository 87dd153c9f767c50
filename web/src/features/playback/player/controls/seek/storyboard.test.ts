import { expect, test } from 'vitest'
import { cueAt, parseStoryboard } from './storyboard.ts'

const address = 'https://vireo.example/media/videos/a/extras/storyboard.vtt'
const file = `WEBVTT

00:00:00.000 --> 00:00:02.000
storyboard-001.jpg#xywh=0,0,160,90

intro
01:02.000 --> 01:04.500
storyboard-001.jpg#xywh=160,90,160,90

NOTE a cue without a place is of no use

01:00:00.000 --> 01:00:02.000
storyboard-002.jpg

01:00:02.000 --> 01:00:04.000
storyboard-002.jpg#xywh=0,0,160,90
`

test('each cue becomes a rectangle on a sheet, whose address is relative to the file', () => {
  const cues = parseStoryboard(file, address)
  expect(cues).toHaveLength(3)
  expect(cues[1]).toEqual({
    start: 62,
    end: 64.5,
    sheet: 'https://vireo.example/media/videos/a/extras/storyboard-001.jpg',
    x: 160,
    y: 90,
    width: 160,
    height: 90,
  })
  expect(cues[2]?.start).toBe(3602)
})

test('sheets keep the signature of the file’s address, and CRLF line ends are accepted', () => {
  const signed = 'https://vireo.example/media/signed/token/videos/a/extras/storyboard.vtt'
  const [cue] = parseStoryboard('WEBVTT\r\n\r\n00:00.000 --> 00:01.000\r\ns.jpg#xywh=0,0,9,9\r\n', signed)
  expect(cue?.sheet).toBe('https://vireo.example/media/signed/token/videos/a/extras/s.jpg')
})

test('anything that is not a storyboard has no cues', () => {
  expect(parseStoryboard('<!doctype html>', address)).toEqual([])
  expect(parseStoryboard('', address)).toEqual([])
})

test('the cue at a time is the last one that has begun, or else the first', () => {
  const cues = parseStoryboard(file, address)
  expect(cueAt(cues, -1)?.start).toBe(0)
  expect(cueAt(cues, 1.9)?.start).toBe(0)
  expect(cueAt(cues, 62)?.start).toBe(62)
  expect(cueAt(cues, 9999)?.start).toBe(3602)
  expect(cueAt([], 5)).toBeUndefined()
})
