import { sidebar } from '../../actions/shell.ts'
import { cards, watchPath } from '../../actions/videos.ts'
import { title } from '../../actions/watch.ts'
import { openWithoutCalls } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

test('pages show the data in their document without an API call, and drop it when another page follows', async ({
  page,
  site,
  stage: { film, person },
}) => {
  await openWithoutCalls(page, '/', cards(page).first())
  await openWithoutCalls(
    page,
    `/search/?q=${encodeURIComponent(film.title)}`,
    page.getByRole('main').getByRole('link', { name: film.title }).first(),
  )
  await openWithoutCalls(
    page,
    `/profile/${person.username}`,
    page.getByRole('main').getByRole('link', { name: film.title }).first(),
  )
  const { username } = (await site.signUp()).person
  for (const [tab, text] of [
    ['tweets', 'No tweets yet.'],
    ['playlists', 'No public playlists yet.'],
  ])
    await openWithoutCalls(page, `/profile/${username}/${tab}`, page.getByText(text ?? ''))
  await openWithoutCalls(page, watchPath(film), title(page))
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', new RegExp(`${watchPath(film)}$`))
  await sidebar(page).getByRole('link', { name: 'Tweets' }).click()
  await expect(page).toHaveTitle('Tweets · Vireo')
  await expect(canonical).toHaveCount(0)
})
