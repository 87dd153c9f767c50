import { byForeignKey, type Removal } from '../removal/removal.ts'

export const diskSpaceRemoval: Removal = {
  withAccount: [byForeignKey('disk_claims.user_id')],
  withVideo: [byForeignKey('disk_claims.video_id')],
}
