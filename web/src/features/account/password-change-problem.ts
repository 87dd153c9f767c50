import { changePasswordRule, passwordsMatch } from '@vireo/contract'

type Values = { oldPassword: string; newPassword: string; confirm: string }

/** One message for the whole form: its fields are cleared on each failure, so there is no field left to mark. */
export function passwordChangeProblem({ oldPassword, newPassword, confirm }: Values): string | undefined {
  if (!oldPassword || !newPassword || !confirm) return 'Missing required field'
  if (oldPassword === newPassword) return changePasswordRule(oldPassword, newPassword)
  return passwordsMatch(newPassword, confirm) ?? changePasswordRule(oldPassword, newPassword)
}
