type SwitchRowProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

export function SwitchRow({ label, isOn, onChange }: SwitchRowProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className="flex min-h-10 w-full items-center justify-between gap-4 rounded-control px-2 text-sm font-medium hover:bg-surface-2 pointer-coarse:min-h-11"
    >
      {label}
      <SwitchMark isOn={isOn} />
    </button>
  )
}

function SwitchMark({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`flex h-5 w-9 items-center rounded-full p-0.5 transition-colors ${isOn ? 'bg-accent' : 'bg-border'}`}
    >
      <span
        className={`size-4 rounded-full transition-transform ${isOn ? 'translate-x-4 bg-on-accent' : 'bg-text'}`}
      />
    </span>
  )
}
