import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { Input } from './input.tsx'

type OtpInputProps = Omit<ComponentProps<'input'>, 'type' | 'maxLength'> & {
  length?: number
  /** Called with all digits once they are typed or pasted. By default, the form's button is pressed. */
  onComplete?: (digits: string) => void
}

/** One field for a numeric code: phones can fill it in, and pasting '123 456' works. The last digit submits it. */
export function OtpInput({ length = 6, onChange, onComplete, ...props }: OtpInputProps) {
  const last = useRef('')
  // Not maxLength, which would truncate a pasted '123 456' before its space is removed.
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event
    const digits = target.value.replace(/\D/g, '').slice(0, length)
    if (digits !== target.value) target.value = digits
    onChange?.(event)
    const isNew = digits !== last.current
    last.current = digits
    if (!isNew || digits.length < length) return
    if (onComplete) onComplete(digits)
    // The button ignores clicks while busy, so a code is sent only once.
    else target.form?.querySelector<HTMLElement>('[type="submit"]')?.click()
  }
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`[0-9]{${length}}`}
      placeholder={'0'.repeat(length)}
      className="font-semibold tracking-[0.4em] tabular-nums placeholder:font-normal placeholder:opacity-50"
      {...props}
      onChange={handleChange}
    />
  )
}
