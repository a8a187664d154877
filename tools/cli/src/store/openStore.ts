/** A store by its address: a folder's path, or `s3://bucket/prefix?region=…&endpoint=…`. */
import { resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import { folderStore } from './folderStore';
import type { Store } from './store';

/** `root` is where a relative folder begins. @throws `invalid_input` for an address that is neither */
export async function openStore(address: string, root: string): Promise<Store> {
  if (!address.includes('://')) return folderStore(resolve(root, address));
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 's3:' || !url.hostname) {
    throw new AppError(
      'invalid_input',
      `store: ${address} is neither a folder nor s3://bucket/prefix: correct it`,
    );
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  // Loaded when it is needed: a folder's user does not wait for the SDK.
  const { s3Store } = await import('./s3Store');
  return s3Store({
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') ?? undefined,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
  });
}
