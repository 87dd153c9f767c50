import { Moon, Sun } from 'lucide-react'
import { Link } from 'react-router'
import { useTheme } from '../../lib/theme.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSignInPath } from '../use-sign-in-path.ts'

export function VisitorActions() {
  const { theme, toggleTheme } = useTheme()
  const signInPath = useSignInPath()
  return (
    <>
      <IconButton label={theme === 'dark' ? 'Light Mode' : 'Dark Mode'} onClick={toggleTheme}>
        {theme === 'dark' ? <Sun /> : <Moon />}
      </IconButton>
      <Button asChild variant="ghost" size="sm" className="max-sm:hidden">
        <Link to={signInPath}>Sign In</Link>
      </Button>
      <Button asChild variant="primary" size="sm">
        <Link to={signInPath}>Sign Up</Link>
      </Button>
    </>
  )
}
