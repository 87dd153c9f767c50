import { Clapperboard, ImagePlus, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../navigation/links/paths.ts'
import { Dialog, DialogClose } from '../../ui/overlays/dialog.tsx'

type Choice = { path: string; icon: LucideIcon; title: string; text: string }

const choices: Choice[] = [
  {
    path: paths.uploadVideo(),
    icon: Clapperboard,
    title: 'Upload Video',
    text: 'Share a video with your audience',
  },
  {
    path: paths.createTweet(),
    icon: ImagePlus,
    title: 'Create Tweet',
    text: 'Share your thoughts with the community',
  },
]

type CreateDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function CreateDialog(props: CreateDialogProps) {
  return (
    <Dialog title="Create Content" {...props}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {choices.map((choice) => (
          <li key={choice.path} className="grid">
            <ChoiceCard {...choice} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function ChoiceCard({ path, icon: Icon, title, text }: Choice) {
  return (
    <DialogClose asChild>
      <Link
        to={path}
        className="grid content-start gap-1 rounded-card border border-border p-4 transition-colors hover:bg-surface-2 [&_svg]:mb-2 [&_svg]:size-6 [&_svg]:stroke-[1.75]"
      >
        <Icon className="text-accent" />
        <span className="text-base font-semibold">{title}</span>
        <span className="text-muted">{text}</span>
      </Link>
    </DialogClose>
  )
}
