import type { UploadDraft } from '@vireo/contract'
import { expect, test } from 'vitest'
import { emptyDraft } from '../draft.ts'
import type { Entry } from './entry.ts'
import { mergeDrafts } from './merge-drafts.ts'

const file = { name: 'walk.mp4', size: 10, lastModified: 1 }
const saved: UploadDraft = {
  ...{ _id: 'a', title: 'A walk', description: '', visibility: 'public', isSubmitted: false },
  ...{ hasThumbnail: false, file, uploadId: 'u1', failure: null, updatedAt: '2026-11-20T10:00:00.000Z' },
}
const here: Entry = {
  ...{ id: 'a', draft: { ...emptyDraft, title: 'A wal' }, transfer: null, isSubmitted: false },
  ...{ savedAt: '2026-11-20T09:00:00.000Z', isChanged: false },
}

test('a draft of another browser is added with its file and upload', () => {
  const [entry] = mergeDrafts([], [{ ...saved, failure: 'This file is not a video in a format we know.' }])
  expect(entry).toMatchObject({ id: 'a', problem: 'This file is not a video in a format we know.' })
  expect(entry?.draft).toMatchObject({ title: 'A walk', video: null })
  expect(entry?.draft.remembered).toEqual({
    file,
    uploadUrl: '/api/v1/video/uploads/u1',
    wasSubmitted: false,
  })
})

test('what was changed elsewhere is taken over, unless it was changed here as well', () => {
  expect(mergeDrafts([here], [saved])[0]?.draft.title).toBe('A walk')
  expect(mergeDrafts([{ ...here, isChanged: true }], [saved])[0]?.draft.title).toBe('A wal')
  expect(mergeDrafts([{ ...here, savedAt: saved.updatedAt }], [saved])[0]?.draft.title).toBe('A wal')
})

test('a draft that the server no longer has is dropped, unless it was never saved, changed or submitted here', () => {
  const remembered = { file, uploadUrl: '/uploads/1', wasSubmitted: true }
  const submitted: Entry = { ...here, draft: { ...emptyDraft, remembered } }
  const others = [{ ...here, savedAt: undefined }, { ...here, isChanged: true }, submitted]
  expect(mergeDrafts([here, ...others], [])).toEqual(others)
})
