import { expect, test } from 'vitest'
import { parseCommand } from './embed-messages.ts'

test.each([
  { type: 'play' },
  { type: 'pause' },
  { type: 'getState' },
  { type: 'seek', seconds: 12.5 },
  { type: 'mute', muted: false },
  { type: 'setVolume', volume: 0.4 },
  { type: 'setPlaybackRate', rate: 1.5 },
  { type: 'setCaptions', language: 'de' },
  { type: 'setCaptions', language: null },
])('%j is a command', (command) => {
  expect(parseCommand({ ...command, vireo: 1, extra: 'ignored' })).toEqual(command)
})

test.each([
  'play',
  null,
  [],
  { type: 'play' },
  { vireo: 2, type: 'play' },
  { vireo: 1, type: 'destroy' },
  { vireo: 1, type: 'toString' },
  { vireo: 1, type: 'seek' },
  { vireo: 1, type: 'seek', seconds: '5' },
  { vireo: 1, type: 'seek', seconds: -1 },
  { vireo: 1, type: 'seek', seconds: Number.NaN },
  { vireo: 1, type: 'mute', muted: 1 },
  { vireo: 1, type: 'setVolume', volume: 2 },
  { vireo: 1, type: 'setPlaybackRate', rate: 100 },
  { vireo: 1, type: 'setCaptions', language: 5 },
  { vireo: 1, type: 'setCaptions' },
])('%j is ignored', (message) => {
  expect(parseCommand(message)).toBeUndefined()
})
