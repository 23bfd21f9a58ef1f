// How pages that are written for GitHub become pages of the site. Nothing is copied: VitePress reads them where they are.
import { existsSync, statSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import type MarkdownIt from 'markdown-it'

const root = join(import.meta.dirname, '..', '..')

/** The anchor of a heading, as GitHub makes it (and .ci/prose checks it). */
export function slug(heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replace(/ /g, '-')
}

/** Where a link of a page leads on the site; nothing if it leads to a file that the site does not have. */
function onSite(page: string, href: string): string | undefined {
  if (/^([a-z]+:|#|\/\/)/.test(href)) return href
  const [path, anchor] = href.split('#', 2)
  const file = join(root, dirname(page), path)
  if (!existsSync(file)) throw new Error(`${page}: ${href}: no such file`)
  if (relative(root, file) === join('docs', 'adr')) return relative(dirname(page), 'docs/adr/0001-two-keys-a-lock.md')
  if (statSync(file).isDirectory() || extname(path) !== '.md') return undefined
  return path.replace(/README\.md$/, 'index.md') + (anchor ? '#' + anchor : '')
}

/** Two images instead of a <picture>, so that the switch of the page decides and not the browser. */
function twoImages(html: string): string {
  return html.replace(/<picture>\s*<source[^>]*srcset="([^"]*)">\s*<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g,
    (_, dark, alt, light) =>
      `<p><img class="light-only" alt="${alt}" src="${here(light)}"><img class="dark-only" alt="${alt}" src="${here(dark)}"></p>`)
}

function here(path: string): string {
  return path.startsWith('.') ? path : './' + path
}

export function asOnGitHub(md: MarkdownIt): void {
  md.core.ruler.push('as_on_github', state => {
    const page: string = relative(root, state.env.path)
    for (const block of state.tokens) {
      if (block.type === 'html_block') block.content = twoImages(block.content)
      let dropped = 0
      for (const token of block.children ?? []) {
        if (token.type === 'link_open') {
          const href = onSite(page, token.attrGet('href') ?? '')
          if (href === undefined) dropped++
          else token.attrSet('href', href)
          if (dropped) Object.assign(token, { type: 'html_inline', tag: '', content: '', nesting: 0 })
        } else if (token.type === 'link_close' && dropped) {
          dropped--
          Object.assign(token, { type: 'html_inline', tag: '', content: '', nesting: 0 })
        }
      }
    }
  })
}
