import { api } from '@vireo/contract'
import type { DrillContext, Sabotage } from '../drill.ts'
import { expectOk } from '../tools/people.ts'

/** Sabotages that several drills have in common. */

export const truncatesUploads: Sabotage = {
  what: 'the program truncates unfinished uploads when it starts',
  failsWith: /acknowledged offset/,
  module: 'truncate-uploads.ts',
}

export const zeroesUploads: Sabotage = {
  what: 'the program stores zeros after the first 512 kB of an upload',
  failsWith: /upload content/,
  module: 'zero-uploads.ts',
}

export const mailsTwice: Sabotage = {
  what: 'the program sends every mail twice',
  failsWith: /duplicate mail/,
  module: 'mail-twice.ts',
}

export const removesAComment: Sabotage = {
  what: 'a comment is removed',
  failsWith: /lost: 1 comment$/,
  damage: async (context) => {
    const { client } = communityOf(context).viewer
    const params = { commentId: await findNewestComment(context) }
    expectOk(await client.call(api.comments.removeFromVideo, { params }))
  },
}

export const changesAComment: Sabotage = {
  what: 'the text of a comment is changed',
  failsWith: /lost: 1 comment$/,
  damage: async (context) => {
    const { client } = communityOf(context).viewer
    const params = { commentId: await findNewestComment(context) }
    expectOk(await client.call(api.comments.updateOnVideo, { params, body: { content: 'Something else' } }))
  },
}

export const takesALikeBack: Sabotage = {
  what: 'a like is taken back',
  failsWith: /lost: 1 like$/,
  damage: async (context) => {
    const { viewer, video } = communityOf(context)
    const input = { params: { videoId: video._id }, body: { isLiked: false } }
    expectOk(await viewer.client.call(api.likes.toggleVideo, input))
  },
}

function communityOf({ community }: DrillContext) {
  if (!community) throw new Error('The drill has no community')
  return community
}

async function findNewestComment(context: DrillContext): Promise<string> {
  const { viewer, video } = communityOf(context)
  const answer = await viewer.client.call(api.comments.listOfVideo, { params: { videoId: video._id } })
  expectOk(answer)
  return answer.data.comments[0]?._id ?? ''
}
