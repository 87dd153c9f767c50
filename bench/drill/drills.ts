import { containers } from './container/drills.ts'
import type { Drill } from './drill.ts'
import { backupAndRestore } from './scenarios/backup.ts'
import { behindNginx } from './scenarios/behind-nginx.ts'
import { clockJump } from './scenarios/clock-jump.ts'
import { filesByNginx } from './scenarios/files-by-nginx.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { kills } from './scenarios/kills.ts'
import { outages } from './scenarios/outages.ts'
import { rollingUpgrade } from './scenarios/rolling-upgrade.ts'
import { soak } from './soak/soak.ts'
import { load } from './tools/load.ts'

/** All drills, in the order of docs/reliability.md. */
export const drills = (soakMinutes?: number): Drill[] => [
  ...kills,
  ...fullDisk,
  ...outages,
  clockJump,
  ...load,
  behindNginx,
  backupAndRestore,
  rollingUpgrade,
  filesByNginx,
  ...containers,
  soak(soakMinutes),
]
