import type { ChangeEvent, ComponentProps } from 'react'
import { Input } from './input.tsx'

type OtpInputProps = Omit<ComponentProps<'input'>, 'type' | 'maxLength'> & { length?: number }

/** One field for a numeric code: phones can fill it in, and pasting '123 456' works. */
export function OtpInput({ length = 6, onChange, ...props }: OtpInputProps) {
  // Not maxLength, which would cut off a pasted '123 456' before its space is removed.
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = event.target.value.replace(/\D/g, '').slice(0, length)
    if (digits !== event.target.value) event.target.value = digits
    onChange?.(event)
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
