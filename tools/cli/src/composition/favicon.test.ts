/** `/favicon.ico`: the bytes of the shell's icon, and the hash that approvals cover. */
import { expect, it } from 'vitest';
import { releaseBase } from '../store/keys';
import { memoryStore } from '../testing/memoryStore';
import { shellFiles, shellRelease } from '../testing/releases';
import { FAVICON, favicon, faviconHash, plannedFavicon } from './favicon';

const shell = shellRelease();
const key = `${releaseBase(shell.id, shell.version)}icon.svg`;

it('is the icon of the shell, with the hash that its release announces', async () => {
  const store = memoryStore();
  store.keys.set(key, Buffer.from(shellFiles['icon.svg']));
  expect(await favicon(store, shell)).toEqual([[FAVICON, Buffer.from(shellFiles['icon.svg'])]]);
  expect(plannedFavicon(shell)).toEqual({ [FAVICON]: faviconHash(shellFiles['icon.svg']) });
});

it('is none for a shell without an SVG icon', async () => {
  const without = shellRelease({ icons: [] });
  expect(await favicon(memoryStore(), without)).toEqual([]);
  expect(plannedFavicon(without)).toEqual({});
});

it('rejects bytes that the release does not name', async () => {
  const store = memoryStore();
  store.keys.set(key, Buffer.from('<svg onload="steal()"/>'));
  await expect(favicon(store, shell)).rejects.toMatchObject({ code: 'invalid_input' });
});
