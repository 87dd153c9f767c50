import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { type ThemeChoice, useThemeChoice } from '../../../../lib/theme.ts'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'

const themes: { value: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'system', label: 'System', icon: Monitor },
]

export function Appearance() {
  const { chosen, choose } = useThemeChoice()
  return (
    <SettingsSection title="Appearance" text="Kept in this browser.">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Theme</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {themes.map(({ value, label, icon: Icon }) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-border bg-surface px-3 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="theme"
                checked={value === chosen}
                onChange={() => choose(value)}
                className="size-3.5 shrink-0 accent-accent focus-visible:outline-none"
              />
              <Icon aria-hidden="true" className="size-4 shrink-0 stroke-[1.75] text-muted" />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </SettingsSection>
  )
}
