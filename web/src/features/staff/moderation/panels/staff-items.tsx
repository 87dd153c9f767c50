import { useQuery } from '@tanstack/react-query'
import { ChartColumn, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../navigation/links/paths.ts'
import { MenuItem } from '../../../../ui/overlays/menu.tsx'
import { countText, summaryQuery } from '../api.ts'

/** Items of the account menu for moderators and administrators. */
export function StaffItems({ isAdmin }: { isAdmin: boolean }) {
  return (
    <>
      <ModerationItem />
      {isAdmin && (
        <MenuItem asChild>
          <Link to={paths.insights()}>
            <ChartColumn />
            Insights
          </Link>
        </MenuItem>
      )}
    </>
  )
}

/** A link to /moderation with the number of open cases and held comments. */
function ModerationItem() {
  const { data } = useQuery(summaryQuery)
  const count = (data?.openCases ?? 0) + (data?.heldComments ?? 0)
  return (
    <MenuItem asChild>
      <Link to={paths.moderation()}>
        <ShieldCheck />
        <span className="grow">Moderation</span>
        {count > 0 && (
          <span className="rounded-full bg-accent px-2 text-xs leading-5 font-medium text-on-accent tabular-nums">
            {countText(count)}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </Link>
    </MenuItem>
  )
}
