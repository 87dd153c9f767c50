import { mainClass, sidebarClass, topBarClass } from '../../app/shell/frame-class.ts'
import { isExpandedIn } from '../../app/shell/sidebar-cookie.ts'
import { playerClass } from '../player/player-class.ts'
import { layoutClass, playerPlaceClass, wideQuery } from './layout-class.ts'
import { readTheatre } from './theatre-choice.ts'

/** Draws the empty page around a player and answers the player's box. React replaces it with its first render. */
export function drawEarlyFrame(root: Element) {
  const isTheatre = readTheatre() && window.matchMedia(wideQuery).matches
  const player = create('section', playerClass(isTheatre))
  const place = create('div', playerPlaceClass(isTheatre), player)
  const layout = create('div', layoutClass(isTheatre), place)
  const sidebar = create('aside', sidebarClass(isExpandedIn(document.cookie)))
  const page = create('div', 'flex min-h-[200dvh]', sidebar, create('main', mainClass, layout))
  root.append(create('header', topBarClass), page)
  return player
}

function create(name: string, className: string, ...children: Element[]) {
  const element = document.createElement(name)
  element.className = className
  element.append(...children)
  return element
}
