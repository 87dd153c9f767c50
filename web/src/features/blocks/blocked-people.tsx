import { useQueryClient } from '@tanstack/react-query'
import { OwnerRow, RestorableList } from '../hidden/restorable-list.tsx'
import { blockedPeopleQuery, unblockPerson } from './api.ts'

/** In the settings. */
export function BlockedPeople() {
  const queryClient = useQueryClient()
  return (
    <RestorableList
      title="Blocked people"
      empty="You have not blocked anyone."
      query={blockedPeopleQuery}
      action="Unblock"
      restore={(person) => unblockPerson(queryClient, person)}
      nameOf={({ fullname }) => fullname}
    >
      {(person) => <OwnerRow owner={person} />}
    </RestorableList>
  )
}
