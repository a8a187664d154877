/** The files of the document are requested again, as the document requests them. */
import { afterEach, expect, it } from 'vitest';
import { refillMemory } from './refillMemory';

const { head } = document;
const before = head.innerHTML;

afterEach(() => {
  head.innerHTML = before;
});

/** The elements that it adds to those of `html`. */
function addedTo(html: string): string[] {
  head.innerHTML = html;
  const count = head.children.length;
  refillMemory();
  return Array.from(head.children, ({ outerHTML }) => outerHTML).slice(count);
}

it('requests scripts, styles and fonts of releases once, with the attributes of their elements', () => {
  const checked = (file: string) =>
    `/slices/shell/1/${file}" integrity="sha384-${file}" crossorigin="anonymous"`;
  const font = 'type="font/woff2" crossorigin="anonymous" href="/slices/shell/1/a.woff2"';
  expect(
    addedTo(`
      <link rel="stylesheet" href="${checked('main.css')}>
      <script src="${checked('main.js')} defer></script>
      <link rel="preload" as="script" href="${checked('main.js')}>
      <link rel="preload" as="font" ${font}>`).map((html) =>
      html.replace(/ href="(?:http:\/\/[^/]+)?([^"]+)"/, ' $1'),
    ),
  ).toEqual([
    '<link rel="preload" as="style" integrity="sha384-main.css" crossorigin="anonymous" /slices/shell/1/main.css>',
    '<link rel="preload" as="script" integrity="sha384-main.js" crossorigin="anonymous" /slices/shell/1/main.js>',
    '<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" /slices/shell/1/a.woff2>',
  ]);
});

it('leaves out what `fetch` reads, templates, and other addresses', () => {
  expect(
    addedTo(`
      <link rel="preload" as="fetch" href="/slices/market/1/mf-manifest.json" crossorigin="anonymous">
      <template><script src="/slices/shell/2/main.js"></script></template>
      <link rel="stylesheet" href="/other.css">`),
  ).toEqual([]);
});
