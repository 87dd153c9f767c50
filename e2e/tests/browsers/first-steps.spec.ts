import { button, inside, label, link, role, text } from '../../support/browsers/tab.ts'
import { expectPlaying, inOtherBrowsers, test } from '../../support/browsers/test.ts'

inOtherBrowsers(() => {
  test('a person signs in, watches a video in HLS and comments', async ({ tab, site, creator }) => {
    const { person } = await site.signUp()
    const form = role('form', 'Sign in')
    await tab.open('/')
    await tab.click(inside(role('banner'), link('Sign In')))
    await tab.fill(inside(form, label('Username or email')), person.username)
    await tab.fill(inside(form, label('Password')), person.password)
    await tab.click(inside(form, button('Sign in')))
    await tab.sees(button('Account menu'))
    await tab.click(inside(role('list', 'Videos'), role('heading', creator.film.title)))
    await expectPlaying(tab)
    await tab.click(role('textbox', 'Add a comment...'))
    await tab.type('Seen in another browser')
    await tab.click(button('Comment'))
    await tab.sees(inside(role('article'), text('Seen in another browser')))
  })
})
