import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GUIDE_GROUPS } from './guide-list.js';
import { HeadingSlugs, linkTarget, renderGuide, SERVICE_PLACEHOLDER } from './render-guide.js';
import { searchEntries } from './search-entries.js';

const render = (text: string, file = 'docs/api.md'): ReturnType<typeof renderGuide> =>
  renderGuide(file, `# A title\n\n${text}`);

describe('a guide', () => {
  it('gives its title and its sections', () => {
    const { title, sections, html } = renderGuide(
      'docs/api.md',
      '# Q & A\n\n## First `one`\n\n### Below\n\n## First one\n',
    );
    expect(title).toBe('Q & A');
    expect(sections).toEqual([
      { slug: 'first-one', title: 'First one' },
      { slug: 'first-one-1', title: 'First one' },
    ]);
    expect(html).toContain('<h3 id="guide-below" tabindex="-1">Below</h3>');
    expect(html).not.toContain('<h1');
  });

  it('comes out escaped', () => {
    const { html } = render('a < b\n\n```sh\necho "<script>" & done\n```\n\n`<img onerror=x>`');
    expect(html).toContain('a &lt; b');
    expect(html.replaceAll(/<\/?span[^>]*>/g, '')).toContain('echo &quot;&lt;script&gt;&quot; &amp; done');
    expect(html).toContain('<code>&lt;img onerror=x&gt;</code>');
    expect(html).not.toContain('<script>');
  });

  it('has coloured examples, which call the service that shows them', () => {
    const { html } = render(
      "```sh\ncurl http://127.0.0.1:8080/healthz # up?\n```\n\n```ts\nconst url = 'https://faces.example';\n```\n\n```\nplain\n```",
    );
    expect(html).toContain(`curl ${SERVICE_PLACEHOLDER}/healthz <span class="hljs-comment"># up?</span>`);
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toContain(`<span class="hljs-string">&#x27;${SERVICE_PLACEHOLDER}&#x27;</span>`);
    expect(html).toContain('<code>plain</code>');
  });

  it.each(['<b>bold</b>', 'in <i>a</i> line', '<script>alert(1)</script>'])(
    'with HTML is rejected: %s',
    (text) => {
      expect(() => render(text)).toThrow(/docs\/api\.md contains HTML/);
    },
  );

  it('without a title is rejected', () => {
    expect(() => renderGuide('docs/api.md', 'words')).toThrow('docs/api.md has no title');
  });

  it('has tables and examples that the keyboard can scroll, each with a name of its own', () => {
    const { html } = render('| A | B |\n|---|---|\n| 1 | `2` |\n\n```\none\n```\n\n```\ntwo\n```');
    expect(html).toContain('role="region" aria-label="Table 1"><table><thead><tr><th>A</th>');
    expect(html).toContain('<td><code>2</code></td>');
    expect(html.match(/aria-label="Example \d"/g)).toEqual([
      'aria-label="Example 1"',
      'aria-label="Example 2"',
    ]);
  });

  it('names its images by their path, and leaves their address to the build', () => {
    const { html, images } = render('![A picture](images/terminal.svg)');
    expect(images).toEqual(['docs/images/terminal.svg']);
    expect(html).toContain('alt="A picture"');
  });
});

describe('links', () => {
  it.each([
    ['search.md', '#/guides/search'],
    ['search.md#the-gallery', '#/guides/search/the-gallery'],
    ['#image-urls', '#/guides/api/image-urls'],
    ['../packages/client/README.md', '#/guides/client'],
    ['../README.md', '#/'],
    ['https://example.org/a', 'https://example.org/a'],
  ])('%s leads to %s', (href, address) => {
    expect(linkTarget('docs/api.md', href)).toEqual({ kind: 'address', href: address });
  });

  it('to files that the portal does not have are shown as paths', () => {
    expect(linkTarget('docs/api.md', 'appendix/models.md#x')).toEqual({
      kind: 'file',
      path: 'docs/appendix/models.md',
    });
    expect(render('[the notice](../NOTICE)').html).toContain(
      'the notice <span class="guide-file">(NOTICE)</span>',
    );
  });
});

it('the search has the sections of a guide with their words, each once', () => {
  const text =
    '# A title\n\nThe intro\n\n## One `code`\n\nWords, words.\n\n- and items\n\n```sh\ncurl -F img\n```\n';
  expect(searchEntries('api', text)).toEqual([
    { page: 'A title', heading: '', href: '#/guides/api', words: 'intro' },
    { page: 'A title', heading: 'One code', href: '#/guides/api/one-code', words: 'words items curl img' },
  ]);
});

it('anchors are those of GitHub', () => {
  const slugs = new HeadingSlugs();
  expect(
    ['Ctrl-C, crashes & more', 'Search 1:n', 'FACET_SECRET', 'Search 1:n'].map((text) => slugs.next(text)),
  ).toEqual(['ctrl-c-crashes--more', 'search-1n', 'facet_secret', 'search-1n-1']);
});

it.each(GUIDE_GROUPS.flatMap(({ guides }) => guides))('$file can be rendered', ({ file }) => {
  const text = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');
  expect(renderGuide(file, text).html.length).toBeGreaterThan(500);
});
