/** Opens a store by its address: a folder's path, or `s3://bucket/prefix?region=…&endpoint=…`. */
import { resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import { folderStore } from './folderStore';
import type { Store } from './store';

/** Relative folders start at `root`. @throws `invalid_input` for any other address */
export async function openStore(address: string, root: string): Promise<Store> {
  if (!address.includes('://')) return folderStore(resolve(root, address), { isAlone: true });
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 's3:' || !url.hostname) {
    throw new AppError('invalid_input', `store: ${address} must be a folder or s3://bucket/prefix`);
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  // Loaded on demand: commands on a folder do not wait for the SDK.
  const { s3Store } = await import('./s3Store');
  return s3Store({
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') ?? undefined,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
  });
}
