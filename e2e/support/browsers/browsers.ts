import { findProgram } from '../../../scripts/lib/ensure-tools.ts'
import type { Driver } from './driver.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKit } from './webkit.ts'

/** Set to run all tests of other browsers, not only the first steps. */
export const allBrowsersVariable = 'TEST_ALL_BROWSERS'

export interface OtherBrowser {
  name: string
  /** Debian's packages, also those that it needs to play H.264. */
  packages: string
  /** Starts it with a new profile; undefined if it is not installed. */
  launch?: () => Promise<Driver>
}

export const firefox: OtherBrowser = {
  name: 'Firefox',
  packages: 'firefox-esr ffmpeg',
  launch: findFirefox(),
}
export const webkit: OtherBrowser = {
  name: 'WebKitGTK',
  packages: 'webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad',
  launch: findWebKit(),
}
/** The browsers, besides Chromium, in which the main ways are tested. */
export const otherBrowsers = [firefox, webkit]

function findFirefox() {
  const program = find(['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'])
  if (program) return () => launchFirefox(program)
}

function findWebKit() {
  const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  const versions = ['6.0', '4.1', '4.0']
  const driver = find(['WebKitWebDriver'])
  const browser = find(
    libraries.flatMap((folder) =>
      versions.map(
        (version) => `/usr/lib/${folder}/webkit${version === '6.0' ? '' : '2'}gtk-${version}/MiniBrowser`,
      ),
    ),
  )
  const screen = find(['Xvfb'])
  if (driver && browser && screen) return () => launchWebKit({ driver, browser, screen })
}

function find(names: string[]): string | undefined {
  return names.map(findProgram).find((path) => path !== undefined)
}
