import { spawnSync } from 'node:child_process'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** GitHub's flavour of Markdown, as HTML: by a renderer of npm, and by GitHub's own where Debian's cmark-gfm is installed. */
export const renderers: readonly (readonly [name: string, render: (markdown: string) => string])[] = [
  [
    'micromark',
    (markdown) =>
      micromark(markdown, {
        allowDangerousHtml: true,
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
      }),
  ],
  ...(spawnSync('cmark-gfm', ['--version']).status === 0 ? [['cmark-gfm', renderByGithub] as const] : []),
]

function renderByGithub(markdown: string): string {
  const extensions = ['table', 'strikethrough', 'autolink', 'tasklist']
  const { status, stdout, stderr } = spawnSync(
    'cmark-gfm',
    ['--unsafe', ...extensions.flatMap((extension) => ['--extension', extension])],
    { input: markdown, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** The names of all elements of a page, and what stands in its `code` elements. */
export const contentOf = (html: string) => ({
  tags: [...new Set([...html.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag.replace(/^\//, '')))].sort(),
  codes: [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, text = '']) => decoded(text)),
  /** All but those, where GitHub looks for mentions, references and emoji. */
  beside: html.replaceAll(/<code>.*?<\/code>/gs, '<code></code>'),
})

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
