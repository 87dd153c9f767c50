import { Fragment } from 'react'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Shortcut = {
  /** Alternatives; the keys of one that are pressed together are joined with a plus sign. */
  keys: string[]
  what: string
}

const controlKey = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

const groups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['/'], what: 'Search' },
      { keys: [`${controlKey}+B`], what: 'Open or close the sidebar' },
      { keys: ['Alt+T'], what: 'Go to a message and its buttons' },
      { keys: ['Esc'], what: 'Close what is open' },
      { keys: ['?'], what: 'Show these shortcuts' },
    ],
  },
  {
    title: 'Player',
    shortcuts: [
      { keys: ['K', 'Space'], what: 'Play or pause' },
      { keys: ['J', 'L'], what: '10 seconds back or forward' },
      { keys: ['←', '→'], what: '5 seconds back or forward' },
      { keys: [',', '.'], what: 'Previous or next frame, while paused' },
      { keys: ['0–9'], what: 'Jump to 0–90 % of the video' },
      { keys: ['<', '>'], what: 'Slower or faster' },
      { keys: ['M'], what: 'Mute or unmute' },
      { keys: ['C'], what: 'Captions on or off' },
      { keys: ['F'], what: 'Full screen' },
      { keys: ['T'], what: 'Theatre mode' },
      { keys: ['I'], what: 'Picture in picture' },
      { keys: ['R'], what: 'Loop' },
      { keys: ['Shift+N'], what: 'Next video' },
    ],
  },
  {
    title: 'Player, when it has the focus',
    shortcuts: [
      { keys: ['↑', '↓'], what: 'Louder or quieter' },
      { keys: ['Home', 'End'], what: 'Beginning or end' },
    ],
  },
  {
    title: 'Comments',
    shortcuts: [
      { keys: ['Enter'], what: 'Post' },
      { keys: ['Shift+Enter'], what: 'New line' },
    ],
  },
  {
    title: 'Pictures of a tweet',
    shortcuts: [
      { keys: ['←', '→'], what: 'Previous or next picture' },
      { keys: ['Home', 'End'], what: 'First or last picture' },
    ],
  },
  {
    title: 'Order of a playlist, on a handle',
    shortcuts: [
      { keys: ['Space', 'Enter'], what: 'Pick up or drop' },
      { keys: ['↑', '↓'], what: 'Move' },
    ],
  },
]

type ShortcutsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" size="lg" {...props}>
      <div className="gap-x-10 sm:columns-2">
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-base">{title}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
              {shortcuts.map(({ keys, what }) => (
                <Fragment key={what}>
                  <dt className="text-muted">{what}</dt>
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
      </div>
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
