import { byForeignKey, inBatches, type Removal } from '../../core/removal/removal.ts'

export const notificationsRemoval: Removal = {
  withAccount: [
    inBatches('notification_reads', 'user_id'),
    byForeignKey('notification_settings.user_id', 'push_devices.user_id'),
  ],
}
