/** For an address that is answered with an attachment. Nothing happens to the page, also if it fails. */
export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
