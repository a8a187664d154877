/** The page of a slice for signed-in users, in the document of its route (decision 106). */
import { expect, it } from 'vitest';
import { prerenderTokens } from '@slipway/contracts';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { renderDocument } from './document';

const site = { name: 'A & B', owner: 'Owner', callUrl: 'https://cal.example/' };
const composed = { revision: 7, site, address: 'https://app.example' };
const visitors = { prerenderedFrame: { html: '<header>Sign In</header>', styles: ['main.css'] } };
const users = { html: `<header>${prerenderTokens.name}</header>`, styles: ['main.css'] };

/** The document of the page, by its access and with the frames of the shell. */
function documentOf(
  access: 'public' | 'signed-in',
  frames: Parameters<typeof shellRelease>[0],
  forUsers?: boolean,
): string {
  const route = { path: '/market', title: 'Market', access } as const;
  const slice = sliceRelease({
    routes: [route],
    files: { ...sliceRelease().files, 'prerendered.0a.css': { size: 1, integrity: 'sha384-page' } },
    prerendered: {
      '/market': {
        ...{ html: '<h1>Wait</h1>', styles: ['prerendered.0a.css'] },
        ...(forUsers !== undefined && { forUsers }),
      },
    },
  });
  const shell = shellRelease(frames);
  const composition = testComposition([sliceToCompose(slice)], composed, shell);
  return renderDocument(composition, shell, route, { releases: [slice] });
}

const both = { ...visitors, prerenderedUserFrame: users };

it('has its access for the script, and the frame of users', () => {
  const html = documentOf('signed-in', both);
  expect(html).toContain('<html lang="en" data-prerendered="/market" data-access="signed-in">');
  expect(html).toContain(
    '<div id="slipway-prerendered" hidden><header>A &#38; B</header><h1>Wait</h1></div>',
  );
});

it('leaves the documents of public pages as they were', () => {
  const html = documentOf('public', both);
  expect(html).toContain('<html lang="en" data-prerendered="/market">');
  expect(html).toContain('<header>Sign In</header><h1>Wait</h1>');
  expect(html).toContain('<noscript><link');
});

it('has both frames of a public page that is for users too, theirs hidden until there is a session (23)', () => {
  const html = documentOf('public', both, true);
  expect(html).toContain('<html lang="en" data-prerendered="/market" data-for-users>');
  expect(html).toContain(
    '<div data-for="visitors"><header>Sign In</header></div><div data-for="users" hidden><header>A &#38; B</header></div><h1>Wait</h1>',
  );
});

it.each([
  ['for visitors only', both, false],
  ['with a shell that has no frame of users', visitors, true],
])('leaves out the frame of users of a public page %s (23)', (_what, frames, forUsers) => {
  const html = documentOf('public', frames, forUsers);
  expect(html).toContain('<html lang="en" data-prerendered="/market">');
  expect(html).toContain('hidden><header>Sign In</header><h1>Wait</h1></div>');
});

it('has no styles for a browser without scripts', () => {
  const html = documentOf('signed-in', both);
  expect(html).toContain('data-prerendered href="/slices/market/');
  expect(html).not.toMatch(/<noscript><link/);
});

it('is left out with a shell that has no frame of users: it would show the page to visitors', () => {
  expect(documentOf('signed-in', visitors)).not.toContain('slipway-prerendered');
});
