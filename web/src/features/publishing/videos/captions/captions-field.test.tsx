import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { CaptionsField } from './captions-field.tsx'
import type { NewCaptions } from './captions-file.ts'

const german = { _id: 'captions-1', language: 'de', label: 'Deutsch' }
const srt = (text: string, name: string) => new File([`00:01 --> 00:02\n${text}`], name)

function renderField() {
  const added: NewCaptions[] = []
  renderInApp(
    <CaptionsField
      captions={[german]}
      hint=""
      onAdd={async (captions) => void added.push(captions)}
      onRemove={async () => {
        throw new Error('It is offline')
      }}
    />,
  )
  const pick = (label: string, file: File) =>
    fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } })
  return { added, pick }
}

it('a file that was chosen before its language is added with it', async () => {
  const { added, pick } = renderField()
  const file = srt('Ciao', 'film.srt')
  pick('Choose file: Captions', file)
  expect(await screen.findByText('Choose the language of film.srt.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Language of the captions'), { target: { value: 'it' } })
  await waitFor(() => expect(added).toEqual([{ file, language: 'it', name: '' }]))
  expect(screen.queryByText('Choose the language of film.srt.')).toBeNull()
})

it('a caption file is added in the chosen language or that of its name, after it was checked', async () => {
  const { added, pick } = renderField()
  pick('Choose file: Captions', new File(['1\n00:01 -> 00:02\nHello'], 'film.en.srt'))
  expect(await screen.findByText(/^Line 2: Expected times/)).toBeTruthy()
  expect(added).toEqual([])

  const english = srt('Hello', 'film.en.srt')
  pick('Choose file: Captions', english)
  await waitFor(() => expect(added).toEqual([{ file: english, language: 'en', name: '' }]))
  expect(screen.queryByText(/^Line 2/)).toBeNull()
  const french = srt('Salut', 'film.en.srt')
  fireEvent.change(screen.getByLabelText('Language of the captions'), { target: { value: 'fr' } })
  fireEvent.change(screen.getByLabelText('Name of the captions'), { target: { value: ' Québec ' } })
  pick('Choose file: Captions', french)
  await waitFor(() => expect(added[1]).toEqual({ file: french, language: 'fr', name: 'Québec' }))
})

it('captions are replaced in their language, and a failure is shown', async () => {
  const { added, pick } = renderField()
  const file = srt('Servus', 'film.en.srt')
  // The name for new captions is too long, which must not matter here.
  fireEvent.change(screen.getByLabelText('Name of the captions'), { target: { value: 'W'.repeat(500) } })
  pick('Replace Deutsch', file)
  await waitFor(() => expect(added).toEqual([{ file, language: 'de', name: undefined }]))
  fireEvent.click(screen.getByLabelText('Remove Deutsch'))
  expect(await screen.findByText('The captions could not be saved. Please try again')).toBeTruthy()
})
