import { expect, test } from 'vitest'
import { defaultSettings, parseSettings } from './settings.ts'

test('stored settings are read back unchanged', () => {
  const chosen = {
    volume: 0.35,
    isMuted: true,
    speed: 1.5,
    isAutoplayOn: false,
    areCaptionsOn: true,
    captionsLanguage: 'de',
    captionsLabel: 'Deutsch',
    captionSize: 'large',
    captionBackground: 'none',
  } as const
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen)
})

test.each([null, '', 'null', '3', '[]', '{"volume":', '"loud"'])(
  '%s in storage gives the defaults',
  (stored) => {
    expect(parseSettings(stored)).toEqual(defaultSettings)
  },
)

test('an invalid value is replaced by its default, and the valid ones are kept', () => {
  expect(
    parseSettings(
      '{"volume":1.2,"speed":3,"isMuted":"yes","isAutoplayOn":false,"captionsLabel":3,"captionSize":"giant"}',
    ),
  ).toEqual({
    ...defaultSettings,
    isAutoplayOn: false,
  })
  expect(parseSettings('{"volume":-0.1}').volume).toBe(1)
  expect(parseSettings('{"volume":0}').volume).toBe(0)
})
