/**
 * `/favicon.ico`: the icon of the shell at the address that browsers and crawlers ask for where no document names one.
 * A part of each revision, like the service worker: approvals cover it by the integrity in the shell's release.
 */
import { AppError, type ShellRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';

export const FAVICON = 'favicon.ico';

/** The path ends in `.ico`, but every browser uses the header. */
export const FAVICON_TYPE = 'image/svg+xml';

const iconOf = ({ icons }: Pick<ShellRelease, 'icons'>) => icons.find((file) => file.endsWith('.svg'));

/**
 * Its name and bytes; none for a shell without an SVG icon.
 * @throws `invalid_input` when the store has other bytes than the release says
 */
export async function favicon(store: Store, shell: ShellRelease): Promise<[name: string, bytes: Buffer][]> {
  const file = iconOf(shell);
  if (file === undefined) return [];
  const key = releaseBase(shell.id, shell.version) + file;
  const bytes = await store.get(key);
  if (!bytes || integrityOf(bytes) !== shell.files[file]?.integrity) {
    throw new AppError(
      'invalid_input',
      `${store.address}/${key} is missing or was changed: publish that build again`,
    );
  }
  return [[FAVICON, Buffer.from(bytes)]];
}

export const faviconHash = (text: string): string => sha256(integrityOf(Buffer.from(text)));

/** The hash that the favicon of a shell will have, by its name. */
export function plannedFavicon(shell: ShellRelease): Record<string, string> {
  const file = iconOf(shell);
  return file === undefined ? {} : { [FAVICON]: sha256(shell.files[file]?.integrity ?? '') };
}
