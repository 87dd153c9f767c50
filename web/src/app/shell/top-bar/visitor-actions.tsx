import { Link } from 'react-router'
import { useThemeSwitch } from '../../../lib/theme.ts'
import { useSignInPath } from '../../../navigation/links/use-sign-in-path.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

export function VisitorActions() {
  const { label, Icon, switchTheme } = useThemeSwitch()
  const signInPath = useSignInPath()
  const signUpPath = useSignInPath('sign-up')
  return (
    <>
      {/* On phones it is in the drawer, because there is no space beside the two buttons. */}
      <IconButton label={label} onClick={switchTheme} className="max-sm:hidden">
        <Icon />
      </IconButton>
      <Button asChild variant="ghost" size="sm" className="max-sm:px-2.5">
        <Link to={signInPath}>Sign In</Link>
      </Button>
      <Button asChild variant="primary" size="sm" className="max-sm:px-2.5">
        <Link to={signUpPath}>Sign Up</Link>
      </Button>
    </>
  )
}
