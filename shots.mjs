import { chromium } from 'playwright-core'
const base = process.env.BASE ?? 'http://localhost:8200'
const out = '/tmp/shots'
const sizes = (process.env.SIZES ?? '320x640,390x844,844x390,1024x768,1280x800,1920x1080').split(',').map((s) => s.split('x').map(Number))
const themes = (process.env.THEMES ?? 'dark,light').split(',')
const only = process.env.ONLY?.split(',')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const list = (await (await fetch(`${base}/api/v1/video/?page=1&limit=50`)).json()).data
const videos = list.videos ?? list.docs ?? list
const byTitle = (t) => videos.find((v) => v.title.includes(t))
const breathing = byTitle('breathe'), portrait = byTitle('Paper'), arabic = byTitle('زخرفة')
const pages = {
  home: '/', watch: `/watch/${breathing?._id}?t=62`, portrait: `/watch/${portrait?._id}`, search: '/search?query=loop', tweets: '/tweets',
  profile: '/profile/maya', upload: '/upload', settings: '/settings', history: '/watch-history', liked: '/liked-videos', playlists: '/playlists', subs: '/subscriptions', notfound: '/nope', auth: '/auth',
}
const store = {}
{
  const ctx = await browser.newContext(); const page = await ctx.newPage()
  await page.goto(base + '/auth'); await page.getByLabel(/email or username|username/i).first().fill('maya'); await page.getByLabel('Password', { exact: true }).first().fill('Songbird7')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click(); await page.waitForURL(base + '/'); store.state = await ctx.storageState(); await ctx.close()
}
for (const [w, h] of sizes) for (const theme of themes) {
  const touch = w < 900
  const ctx = await browser.newContext({ viewport: { width: w, height: h }, storageState: store.state, hasTouch: touch, isMobile: touch })
  await ctx.addInitScript((t) => localStorage.setItem('theme', t), theme)
  for (const [name, path] of Object.entries(pages)) {
    if (only && !only.includes(name)) continue
    const page = await ctx.newPage()
    try {
      if (name === 'auth') await ctx.clearCookies()
      await page.goto(base + path); await page.waitForLoadState('load'); await page.waitForTimeout(1500)
      await page.screenshot({ path: `${out}/${name}-${w}-${theme}.png` })
    } catch (e) { console.log(name, w, theme, String(e).slice(0, 200)) }
    await page.close()
  }
  await ctx.close()
}
await browser.close()
