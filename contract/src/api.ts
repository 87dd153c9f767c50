// Every endpoint, by feature. A namespace of exports, so that a bundle takes only the features that it calls.
export { comment } from './comment.ts'
export { history } from './history.ts'
export { like } from './like.ts'
export { notification } from './notification.ts'
export { subscription } from './subscription.ts'
export { tweet } from './tweet.ts'
export { user } from './user.ts'
export { video } from './video.ts'
