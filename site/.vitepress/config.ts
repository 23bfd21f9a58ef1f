import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { asOnGitHub, slug } from './pages'

const here = join(import.meta.dirname, 'config.ts')
const root = join(import.meta.dirname, '..', '..')

function decisions() {
  const folder = join(root, 'docs', 'adr')
  return readdirSync(folder).filter(name => name.endsWith('.md')).sort().map(name => ({
    text: /^# (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))![1],
    link: `/docs/adr/${name.replace(/\.md$/, '')}`
  }))
}

function pages(...list: [string, string][]) {
  return list.map(([text, link]) => ({ text, link }))
}

export default defineConfig({
  title: 'Holdfast',
  description: 'Distributed locks for Java on Redis and Valkey, over Lettuce',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['**/target/**', 'site/**', '**/src/**'],
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  // Dead links end the build; check.mjs looks for anchors and pictures, too.
  ignoreDeadLinks: false,
  markdown: { anchor: { slugify: slug }, config: asOnGitHub, languageAlias: { promela: 'c' } },
  vite: {
    plugins: [{
      // The pages are not below the folder that has the packages: what they import is looked for from here.
      name: 'packages-of-the-site',
      enforce: 'pre',
      resolveId(id, importer) {
        return /^vue(\/|$)/.test(id) && importer !== here ? this.resolve(id, here, { skipSelf: true }) : null
      }
    }],
    build: { chunkSizeWarningLimit: 2000 }
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'How it works', link: '/docs/how-it-works' },
      { text: 'Guarantees', link: '/docs/guarantees' },
      { text: 'Performance', link: '/docs/performance' },
      { text: 'Javadoc', link: '/javadoc/index.html', target: '_self' }
    ],
    sidebar: [
      { text: 'Start', items: pages(['Holdfast', '/'], ['How it works', '/docs/how-it-works'], ['Changes', '/CHANGELOG']) },
      {
        text: 'Kinds',
        items: pages(
          ['Lock', '/lock-core/'], ['Fair lock', '/lock-fair/'], ['Read-write lock', '/lock-readwrite/'],
          ['Pool, semaphore, latch', '/lock-semaphore/'], ['Quorum lock', '/lock-redlock/'])
      },
      {
        text: 'Use',
        items: pages(
          ['Guarantees', '/docs/guarantees'], ['Operations', '/docs/operations'], ['Scale', '/docs/scale'],
          ['Command line', '/docs/command-line'], ['Spring', '/docs/spring'],
          ['Quarkus', '/docs/quarkus'], ['Micronaut', '/docs/micronaut'],
          ['From RedisLockRegistry', '/docs/moving/redis-lock-registry'], ['From ShedLock', '/docs/moving/shedlock'],
          ['From Redisson', '/docs/moving/redisson'], ['From Hazelcast', '/docs/moving/hazelcast'],
          ['From Curator', '/docs/moving/curator'],
          ['Performance', '/docs/performance'],
          ['Results', '/benchmarks/results/'])
      },
      {
        text: 'Understand',
        items: pages(
          ['Architecture', '/docs/architecture'], ['Protocol', '/docs/protocol'], ['Concurrency', '/docs/concurrency'])
      },
      {
        text: 'Check',
        items: pages(['Failures', '/docs/failures'], ['Testing', '/docs/testing'], ['Models', '/docs/spec/'])
      },
      {
        text: 'Take part', collapsed: true,
        items: pages(['Contributing', '/CONTRIBUTING'], ['Security', '/SECURITY'], ['Releasing', '/docs/releasing'])
      },
      {
        text: 'More modules', collapsed: true,
        items: pages(
          ['lock-api', '/lock-api/'], ['lock-micrometer', '/integrations/lock-micrometer/'],
          ['lock-spring', '/integrations/lock-spring/'],
          ['lock-spring-integration', '/integrations/lock-spring-integration/'],
          ['lock-shedlock', '/integrations/lock-shedlock/'],
          ['lock-migrate', '/integrations/lock-migrate/'],
          ['lock-kotlin', '/integrations/lock-kotlin/'],
          ['lock-leader', '/integrations/lock-leader/'],
          ['lock-reactor', '/integrations/lock-reactor/'],
          ['holdfast-spring-boot', '/integrations/holdfast-spring-boot/'],
          ['holdfast-spring-boot-starter', '/integrations/holdfast-spring-boot-starter/'],
          ['holdfast-spring-boot-starter-test', '/integrations/holdfast-spring-boot-starter-test/'],
          ['lock-testkit', '/lock-testkit/'], ['lock-torture', '/lock-torture/'], ['lock-contracts', '/lock-contracts/'],
          ['lock-cli', '/lock-cli/'], ['benchmarks', '/benchmarks/'], ['Spring Boot example', '/examples/spring-boot/'])
      },
      { text: 'Decisions', collapsed: true, items: decisions() }
    ]
  }
})
