import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../http/bind.ts'
import { AppError } from '../../lib/app-error.ts'

export function tweetRoutes(app: FastifyInstance) {
  const notYet = async (): Promise<never> => {
    throw new AppError(501, 'Tweets are not there yet')
  }
  bind(app, api.tweet.create, notYet)
  bind(app, api.tweet.list, notYet)
  bind(app, api.tweet.get, notYet)
  bind(app, api.tweet.update, notYet)
  bind(app, api.tweet.remove, notYet)
  bind(app, api.like.toggleTweet, notYet)
  bind(app, api.like.tweetLikes, notYet)
  bind(app, api.comment.addToTweet, notYet)
  bind(app, api.comment.updateOnTweet, notYet)
  bind(app, api.comment.removeFromTweet, notYet)
  bind(app, api.comment.listOfTweet, notYet)
}
