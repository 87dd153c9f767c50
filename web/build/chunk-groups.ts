import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const app = fileURLToPath(new URL('../src/app/main.tsx', import.meta.url))

/** Which modules share a file. The first group that takes a module keeps it. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // All that a video needs to start before its page, without a line of React: what every page has as well,
  // and its own.
  {
    name: 'start',
    test: /[/]contract[/]src[/](endpoint|envelope|index|limits|endpoints[/]videos)[.]ts$|[/]web[/]src[/](lib[/](api-client|cn|store)|navigation[/](frame-class|sidebar-cookie)|features[/]player[/]engine[/]load-hls)[.]ts$|vite[/]preload-helper/,
  },
  {
    name: 'early',
    test: /[/]web[/]src[/]features[/](player[/]engine|watch[/]early)[/].*[.]ts$/,
  },
  // Needed on every page and changed only by an upgrade, so it keeps its hash over most deploys.
  {
    name: 'vendor',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/,
  },
  // Whatever else every page loads first, in one file: over HTTP/1.1 each file is a turn in a queue of six.
  {
    debugName: 'base',
    test: /[/]web[/]src[/]/,
    name: (id, modules) => (isOfApp(id, modules) ? 'base' : null),
  },
  // Small things that nearly every page needs, those of lists and videos, and those of forms: four files, not forty.
  {
    name: 'controls',
    test: /[/]web[/]src[/](navigation[/]paths|lib[/](log|page-title|theme|use-store)|ui[/](buttons[/](bare-icon-button|button|button-class)|feedback[/](error-state|spinner|toast)|logo))[.]tsx?$|[/]icons[/](moon|sun)[.]mjs$/,
  },
  {
    name: 'lists',
    test: /[/]contract[/]src[/]endpoints[/](history|likes)[.]ts$|[/]web[/]src[/](navigation[/]use-sign-in-path|ui[/](avatar|overlays[/](confirm|use-lazy-dialog)|feedback[/](empty-state|skeleton|skeleton-list)|buttons[/]icon-button|tooltip[/].*)|lib[/](format|query[/](paged-docs|use-long-list|use-retry)|use-media-query)|features[/](account[/]owner-link|reports[/]open-report|videos[/](api|provided-actions|video-badges|video-meta|video-thumbnail|video-title)))[.]tsx?$/,
  },
  {
    name: 'icons',
    test: /[/]icons[/](arrow-left|check|chevron-right|clapperboard|clock|heart|link-2|list-video|loader-circle|lock|message-square|pause|play|plus|rotate-ccw|search|settings|share-2|thumbs-up|volume-2|volume-x|x)[.]mjs$/,
  },
  {
    name: 'forms',
    test: /[/]web[/]src[/](ui[/]forms[/](field|field-context|form-alert|input|otp-input|password-input)|lib[/](forms[/](error-message|form-rules)|use-countdown)|features[/]sign-in[/](api|auth-card|step-name))[.]tsx?$|[/]icons[/](circle-check|eye|eye-off)[.]mjs$/,
  },
  // Of the longer forms: uploads, tweets and the settings.
  {
    name: 'long-forms',
    test: /[/]web[/]src[/](ui[/](overlays[/]dialog-class|forms[/](file-picker|textarea)|settings-section)|lib[/]forms[/](use-object-url|use-picture-choice))[.]tsx?$/,
  },
  // The icons of other pages: together they weigh little more than their names in the list that every page loads.
  {
    name: 'more-icons',
    test: /[/]icons[/](ban|bell|chart-column|ellipsis-vertical|flag|globe|image|image-plus|list-plus|message-circle|pencil|rotate-ccw-clock|search-x|shield-check|shield-exclamation-point|shuffle|trash)[.]mjs$/,
  },
  // What every part of the playlists needs: its pages, the dialog for saving, the button on cards and the queue.
  {
    name: 'saving',
    test: /[/]web[/]src[/]features[/]playlists[/](api|order|save-toggle)[.]ts$|[/]contract[/]src[/](rules|endpoints)[/]playlists[.]ts$/,
  },
  // What the menus of videos, tweets, comments and profiles share.
  {
    name: 'menu-items',
    test: /[/]web[/]src[/](features[/](blocks[/](api|block-item|post-refusal-message|use-block)|reports[/]report-item)|lib[/]focus-neighbour|ui[/](feedback[/]undo-toast|use-removal))[.]tsx?$|[/]contract[/]src[/]endpoints[/](blocks|reports)[.]ts$/,
  },
  // What the sign-in page loads after its forms: who may sign up, providers and passkeys. The settings need most of it.
  {
    name: 'ways-in',
    test: /[/]web[/]src[/](features[/](passkeys|providers)[/].*|features[/]sign-in[/](other-ways[/].*|sign-up[/]sign-up-gate)|ui[/]forms[/]or-divider)[.]tsx?$|[/]contract[/]src[/]endpoints[/](passkeys|providers)[.]ts$|[/]icons[/](key-round|log-in)[.]mjs$/,
  },
  // The bell's panel, and the page with all notifications.
  {
    name: 'notices',
    test: /[/]web[/]src[/]features[/]notifications[/](api|mark-all-button|notification-row)[.]tsx?$/,
  },
  // What some pages share, by which pages those are. No merging of crumbs: with every new page that
  // took more along that the first pages do not need.
  {
    name: 'shared',
    test: /[/](web[/]src|contract|lucide-react)[/]/,
    minShareCount: 2,
    entriesAware: true,
  },
]

let ofApp: Set<string> | undefined

/** What the app imports statically, and so needs before its first line runs. */
function isOfApp(id: string, modules: Rolldown.ChunkingContext) {
  if (!ofApp) {
    ofApp = new Set()
    addImports(app, ofApp, modules)
  }
  return ofApp.has(id)
}

function addImports(id: string, found: Set<string>, modules: Rolldown.ChunkingContext) {
  if (found.has(id)) return
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) addImports(imported, found, modules)
}
