import { Fragment } from 'react'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Shortcut = {
  /** Alternatives; the keys of one that are pressed together are joined with a plus sign. */
  keys: string[]
  description: string
}

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)
const controlKey = isApple ? '⌘' : 'Ctrl'
const chapterKey = isApple ? '⌥' : 'Ctrl'

const groups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['/'], description: 'Search' },
      { keys: [`${controlKey}+B`], description: 'Open or close the sidebar' },
      { keys: ['Alt+T'], description: 'Go to a message and its buttons' },
      { keys: ['Esc'], description: 'Close what is open' },
      { keys: ['?'], description: 'Show these shortcuts' },
    ],
  },
  {
    title: 'Player',
    shortcuts: [
      { keys: ['K', 'Space'], description: 'Play or pause' },
      { keys: ['J', 'L'], description: '10 seconds back or forward' },
      { keys: ['←', '→'], description: '5 seconds back or forward' },
      { keys: [`${chapterKey}+←`, `${chapterKey}+→`], description: 'Previous or next chapter' },
      { keys: [',', '.'], description: 'Previous or next frame, while paused' },
      { keys: ['0–9'], description: 'Jump to 0–90 % of the video' },
      { keys: ['<', '>'], description: 'Slower or faster' },
      { keys: ['M'], description: 'Mute or unmute' },
      { keys: ['C'], description: 'Captions on or off' },
      { keys: ['F'], description: 'Full screen' },
      { keys: ['T'], description: 'Theatre mode' },
      { keys: ['I'], description: 'Picture in picture' },
      { keys: ['R'], description: 'Loop' },
      { keys: ['Shift+N'], description: 'Next video' },
      { keys: ['Shift+P'], description: 'Previous video of the queue or list' },
    ],
  },
  {
    title: 'Player, when it has the focus',
    shortcuts: [
      { keys: ['↑', '↓'], description: 'Louder or quieter' },
      { keys: ['Home', 'End'], description: 'Beginning or end' },
    ],
  },
  {
    title: 'Comments',
    shortcuts: [
      { keys: ['Enter'], description: 'Post' },
      { keys: ['Shift+Enter'], description: 'New line' },
    ],
  },
  {
    title: 'Pictures of a tweet',
    shortcuts: [
      { keys: ['←', '→'], description: 'Previous or next picture' },
      { keys: ['Home', 'End'], description: 'First or last picture' },
    ],
  },
  {
    title: 'Order of a playlist, on a handle',
    shortcuts: [
      { keys: ['Space', 'Enter'], description: 'Pick up or drop' },
      { keys: ['↑', '↓'], description: 'Move' },
    ],
  },
]

type ShortcutsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" size="lg" {...props}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: every browser scrolls the list by keys when it is focused */}
      <section tabIndex={0} aria-label="List of shortcuts" className="gap-x-10 rounded-control sm:columns-2">
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-base">{title}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
              {shortcuts.map(({ keys, description }) => (
                <Fragment key={description}>
                  <dt className="text-muted">{description}</dt>
                  <dd className="flex flex-wrap items-start justify-end gap-1">
                    {keys.map((key) => (
                      <Keys key={key} keys={key} />
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  )
}

function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="min-w-6 rounded border border-border bg-surface-2 px-1.5 text-center font-sans text-xs leading-5 font-medium">
      {keys}
    </kbd>
  )
}
