// Looks at each page that was built: every link, anchor and picture that it names on the site has to be there.
// Usage: node check.mjs DIST BASE. VitePress has looked at the links between pages, but not at their anchors.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

const [dist, base] = process.argv.slice(2)
const javadoc = existsSync(join(dist, 'javadoc'))
const pages = readdirSync(dist, { recursive: true })
  .filter(name => name.endsWith('.html') && !name.startsWith('javadoc' + sep))
const texts = new Map()
const wrong = []
let count = 0

function text(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8'))
  return texts.get(file)
}

for (const page of pages) {
  const address = posix.join(base, page.split(sep).join('/'))
  for (const [, link] of text(join(dist, page)).matchAll(/ (?:href|src)="([^"]+)"/g)) {
    if (/^([a-z]+:|\/\/)/.test(link)) continue
    count++
    const url = new URL(link, 'http://site' + address)
    const path = decodeURIComponent(url.pathname)
    if (!path.startsWith(base)) {
      wrong.push(`${page}: ${link}: outside of ${base}`)
      continue
    }
    if (!javadoc && path.startsWith(base + 'javadoc/')) continue
    let file = join(dist, path.slice(base.length))
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html')
    if (!existsSync(file)) wrong.push(`${page}: ${link}: no such page`)
    else if (url.hash && file.endsWith('.html') && !text(file).includes(` id="${decodeURIComponent(url.hash.slice(1))}"`)) {
      wrong.push(`${page}: ${link}: no such heading`)
    }
  }
}
console.log(wrong.join('\n') || `${pages.length} pages, ${count} links: all lead somewhere`)
process.exitCode = wrong.length || !pages.length ? 1 : 0
