import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { CommentsContext, type CommentsContextValue, commentWords } from '../comments-context.ts'
import { NewCommentForm } from './comment-forms.tsx'
import { CommentTextForm } from './comment-text-form.tsx'

const viewer = {
  _id: 'someone',
  username: 'robin',
  fullname: 'Robin',
  avatar: null,
} as unknown as CurrentUser
const subject = { kind: 'video', id: 'a-video', creatorId: 'a-creator' } as const
const context = {
  subject,
  creator: viewer,
  words: commentWords.video,
  viewer,
  order: 'newest',
} satisfies CommentsContextValue

function renderTextForm() {
  const onSubmit = vi.fn<(text: string) => void>()
  function Form() {
    const [text, setText] = useState('')
    const send = () => onSubmit(text)
    return (
      <CommentTextForm
        label="Add a comment..."
        text={text}
        onText={setText}
        submitLabel="Comment"
        onSubmit={send}
        onCancel={() => {}}
        onEscape={() => {}}
      />
    )
  }
  renderInApp(
    <CommentsContext value={context}>
      <Form />
    </CommentsContext>,
  )
  return onSubmit
}

const findBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment...' })
const submitButton = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Comment' })

it('Shift+Enter begins a new line and Enter submits', async () => {
  const user = userEvent.setup()
  const onSubmit = renderTextForm()
  await user.type(await findBox(), 'One{Shift>}{Enter}{/Shift}Two')
  expect((await findBox()).value).toBe('One\nTwo')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onSubmit.mock.calls).toEqual([['One\nTwo']])
})

it('Enter that accepts a word of an input method does not submit', async () => {
  const onSubmit = renderTextForm()
  const box = await findBox()
  fireEvent.change(box, { target: { value: 'にほん' } })
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  expect(onSubmit).not.toHaveBeenCalled()
})

it('a comment of only spaces or of more than 5000 characters cannot be submitted', async () => {
  const user = userEvent.setup()
  const onSubmit = renderTextForm()
  const box = await findBox()
  await user.type(box, '  {Shift>}{Enter}{/Shift} ')
  expect(submitButton()?.disabled).toBe(true)
  await user.keyboard('{Enter}')
  await screen.findByText('Comment is required')

  fireEvent.change(box, { target: { value: 'x'.repeat(5001) } })
  await screen.findByText('Comment must be at most 5000 characters')
  expect(submitButton()?.disabled).toBe(true)
  await user.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

it('Cancel empties the box of a new comment, hides the buttons and keeps the focus', async () => {
  const user = userEvent.setup()
  renderInApp(
    <CommentsContext value={context}>
      <NewCommentForm viewer={viewer} />
    </CommentsContext>,
  )
  const box = await findBox()
  await user.type(box, 'Never mind')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
  expect(submitButton()).toBeNull()
})
