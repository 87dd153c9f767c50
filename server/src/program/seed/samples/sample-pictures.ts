import { join } from 'node:path'
import type { Context } from '../../../context/context.ts'
import {
  avatarKind,
  coverKind,
  replacePicture,
} from '../../../features/people/accounts/pictures/pictures.service.ts'
import { openScratch } from '../../../lib/files/scratch.ts'
import { draw, type Motif } from '../pictures/canvas.ts'
import { julia, shapes, sheets, star, waves, wood } from '../pictures/motifs.ts'

export interface SamplePictures {
  username: string
  avatar: Motif
  /** Not everybody has one. */
  cover?: Motif
}

export const samplePictures: readonly SamplePictures[] = [
  { username: 'maya', avatar: wood(3, 0.3), cover: wood(5, 0.22) },
  { username: 'teo.park', avatar: sheets(3.2), cover: sheets(2.6) },
  { username: 'ines_k', avatar: julia(1.5, 0, 0), cover: julia(0.55, 0.1, 0.08) },
  { username: 'amal', avatar: star(16), cover: star(22) },
  { username: 'clubkino', avatar: shapes(1), cover: shapes(0.72) },
  { username: 'haruka', avatar: waves(0.2) },
]

const avatarSize = { width: 320, height: 320 }
const coverSize = { width: 1280, height: 320 }

/** Uploads the pictures in the same way as a person does. */
export async function uploadPictures(
  context: Context,
  userId: string,
  { avatar, cover }: SamplePictures,
): Promise<void> {
  await using folder = await openScratch(context.config.scratchDir)
  const path = join(folder.path, 'picture.png')
  const size = await draw(avatar, avatarSize, path)
  await replacePicture(context, userId, avatarKind, { path, size, name: 'avatar.png' })
  if (!cover) return
  const coverBytes = await draw(cover, coverSize, path)
  await replacePicture(context, userId, coverKind, { path, size: coverBytes, name: 'cover.png' })
}
