import type { CommentsMode } from '@vireo/contract'
import { Hourglass, MessageSquare, MessageSquareOff } from 'lucide-react'
import { type Choice, ChoiceCards } from '../../../ui/forms/fields/choice-cards.tsx'

const choices = (verb: string, thing: string, earlier = ''): Choice<CommentsMode>[] => [
  { value: 'on', label: 'On', text: `Anyone can ${verb}.`, icon: MessageSquare },
  { value: 'held', label: 'Held', text: `Others see a ${thing} after you approve it.`, icon: Hourglass },
  {
    value: 'off',
    label: 'Off',
    text: `Nobody can ${verb}.${earlier}`,
    icon: MessageSquareOff,
  },
]
const choicesOf = {
  video: choices('comment', 'comment', ' Earlier comments are not shown.'),
  tweet: choices('reply', 'reply', ' Earlier replies are not shown.'),
  /** The videos and tweets that are still to come. */
  new: choices('comment', 'comment'),
}

type CommentsModeFieldProps = {
  kind: keyof typeof choicesOf
  legend: string
  value: CommentsMode
  onChange: (mode: CommentsMode) => void
}

/** Who may comment on a video or reply to a tweet. */
export function CommentsModeField({ kind, ...field }: CommentsModeFieldProps) {
  return <ChoiceCards choices={choicesOf[kind]} {...field} />
}
