import type { ProviderPerson } from './people.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')

const style = `
:root{color-scheme:light dark;--bg:light-dark(#fbfcfa,#0c110f);--surface:light-dark(#fff,#131a17);--border:light-dark(#d9e2dc,#2a3731);
--text:light-dark(#121a16,#e8efea);--muted:light-dark(#54635b,#9baaa2);--accent:light-dark(#197a42,#6fd08c);--warn:light-dark(#8a5a00,#e8c268)}
*{box-sizing:border-box}
body{margin:0;padding:clamp(2rem,12vh,8rem) 1rem 4rem;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:1.75rem;border:1px solid var(--border);border-radius:12px;background:var(--surface)}
h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}
p{margin:0 0 1.25rem;color:var(--muted)}
.sample{margin:0 0 .75rem;color:var(--warn);font-size:.875rem;font-weight:600}
ul{display:grid;gap:.75rem;margin:0 0 1.25rem;padding:0;list-style:none}
button{width:100%;min-height:44px;padding:.75rem 1rem;border:1px solid var(--border);border-radius:8px;background:transparent;color:inherit;font:inherit;text-align:start;cursor:pointer}
button:hover{border-color:var(--accent)}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button strong,button span{display:block}
button span{color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.deny{text-align:center}`

/** Where someone chooses a person of a sample provider. It must not be mistaken for the page of a real provider. */
export const signInPage = (name: string, site: string, people: readonly ProviderPerson[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sample provider, not ${escapeHtml(name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="sample">Sample provider: for trying Vireo out, not ${escapeHtml(name)}</div>
<h1>Choose who you are</h1>
<p>It runs on your own machine. ${escapeHtml(site)} learns the name, the e-mail address and the picture of whom you choose.</p>
<form method="post">
<ul>
${people.map(personButton).join('\n')}
</ul>
<button class="deny" name="deny" value="1">Deny</button>
</form>
</main>
</body>
</html>
`

const personButton = ({ id, name, email, note }: ProviderPerson) =>
  `<li><button name="person" value="${escapeHtml(id)}"><strong>${escapeHtml(name)}</strong><span>${escapeHtml(email)}</span><span>${escapeHtml(note)}</span></button></li>`
