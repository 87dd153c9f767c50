import { byForeignKey, type Removal } from '../../../core/removal/removal.ts'

export const devicesRemoval: Removal = { withAccount: [byForeignKey('known_devices.user_id')] }
