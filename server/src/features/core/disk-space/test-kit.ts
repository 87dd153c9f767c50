import { limits } from '@vireo/contract'
import { onTestFinished, vi } from 'vitest'
import type { TestApp } from '../../../../test/app/app.ts'

/**
 * Until the end of the test the disk reports this much free space above its reserve, however much is written. Of
 * several values each is reported once, then the last one.
 */
export function leaveRoom({ context }: TestApp, ...bytes: number[]) {
  const room = vi.spyOn(context.storage, 'freeBytes')
  onTestFinished(() => room.mockRestore())
  for (const some of bytes) room.mockResolvedValueOnce(limits.reservedDiskBytes + some)
  room.mockResolvedValue(limits.reservedDiskBytes + (bytes.at(-1) ?? 0))
  return room
}

export async function forgetUploads({ context }: TestApp): Promise<void> {
  await context.sql`delete from uploads`
  await context.sql`delete from disk_claims`
}
