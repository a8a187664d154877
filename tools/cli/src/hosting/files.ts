/** The files that `slipway env hosting` writes for an environment, by name. */
import type { Environment } from '../environment/environment';
import { caddySite } from './caddy';
import { nginxSite } from './nginx';
import { siteOf } from './site';
import { cloudFrontPolicy, headersFile, sandboxHeadersFile } from './staticHosts';

/** @throws `invalid_input` when the environment's file lacks a field */
export function hostingFiles(environment: Environment): ReadonlyMap<string, string> {
  const site = siteOf(environment);
  return new Map([
    ['nginx.conf', nginxSite(site)],
    ['Caddyfile', caddySite(site)],
    ['_headers', headersFile(site)],
    ...(site.sandbox ? [['_headers-sandbox', sandboxHeadersFile(site)] as const] : []),
    ['cloudfront-headers.json', cloudFrontPolicy(site, 'documents')],
    ['cloudfront-file-headers.json', cloudFrontPolicy(site, 'files')],
    ['cloudfront-worker-headers.json', cloudFrontPolicy(site, 'worker')],
  ]);
}
