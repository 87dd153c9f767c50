import type { Channel, ModerationCase, Video } from '@vireo/contract'
import { Link } from 'react-router'
import { formatRelativeTime } from '../../../../lib/text/format.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Avatar } from '../../../../ui/avatar/avatar.tsx'
import { ReviewedComment } from '../../../community/comments/item/reviewed-comment.tsx'
import { TweetCard } from '../../../publishing/tweets/tweet-card.tsx'

/** The reported video, tweet, comment or profile. */
export function ReportedContent({ video, tweet, comment, subject, profile }: ModerationCase) {
  if (video) return <ReportedVideo video={video} />
  if (tweet) return <TweetCard tweet={tweet} />
  if (comment && subject) return <ReviewedComment comment={comment} subject={subject} />
  if (profile) return <ReportedProfile profile={profile} />
  return null
}

function ReportedVideo({ video }: { video: Video }) {
  const isHidden = video.visibility === 'private'
  return (
    <div className="grid gap-3 sm:grid-cols-[16rem_minmax(0,1fr)]">
      {/* biome-ignore lint/a11y/useMediaCaption: the captions are on the video's own page */}
      <video
        controls
        preload="none"
        src={video.videofile ?? undefined}
        poster={video.thumbnail ?? undefined}
        aria-label={video.title}
        className="aspect-video w-full rounded-card bg-surface-2"
      />
      <div className="grid min-w-0 content-start gap-1">
        <h3 dir="auto" className="text-base wrap-anywhere">
          {isHidden ? video.title : <Link to={paths.watch(video._id)}>{video.title}</Link>}
        </h3>
        <p className="text-xs text-muted">
          {formatRelativeTime(video.createdAt)}
          {video.visibility !== 'public' && ` · ${isHidden ? 'Private' : 'Unlisted'}`}
        </p>
        <p dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere text-muted">
          {video.description}
        </p>
      </div>
    </div>
  )
}

function ReportedProfile({ profile }: { profile: Channel }) {
  return (
    <div className="flex gap-3">
      <Avatar name={profile.fullname} src={profile.avatar} size="lg" />
      <div className="grid min-w-0 gap-1">
        <h3 dir="auto" className="text-base wrap-anywhere">
          <Link to={paths.profile(profile.username)}>{profile.fullname}</Link>
        </h3>
        <p className="text-xs text-muted">@{profile.username}</p>
        <p dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">
          {profile.bio || 'No bio.'}
        </p>
      </div>
    </div>
  )
}
