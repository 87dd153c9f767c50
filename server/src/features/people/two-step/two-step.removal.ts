import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

export const twoStepRemoval: Removal = {
  withAccount: [byForeignKey('two_step.user_id', 'recovery_codes.user_id')],
}
