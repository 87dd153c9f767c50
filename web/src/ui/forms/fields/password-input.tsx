import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { BareIconButton } from '../../buttons/bare-icon-button.tsx'
import { Input } from './input.tsx'

/** Give it autoComplete: 'current-password' or 'new-password'. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-12"
        autoCapitalize="none"
        spellCheck={false}
      />
      <BareIconButton
        label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 rounded-control text-muted hover:text-text"
      >
        {isShown ? <EyeOff /> : <Eye />}
      </BareIconButton>
    </div>
  )
}
