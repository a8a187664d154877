/**
 * Debian's nginx and Caddy for the end-to-end tests. The packages are unpacked into node_modules/.cache: nothing is
 * installed on the machine and no service starts. Only Node's modules.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { announceInstall, fail, root, run } from './install.mjs';
import { aptGet, updateDebian } from './machine.mjs';

const packages = ['nginx', 'libnginx-mod-http-brotli-static', 'caddy'];
const folder = join(root, 'node_modules', '.cache', 'slipway-web-servers');
const programs = {
  nginx: join(folder, 'usr/sbin/nginx'),
  /** A module of nginx. */
  brotli: join(folder, 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so'),
  caddy: join(folder, 'usr/bin/caddy'),
};

const areThere = () => Object.values(programs).every((path) => existsSync(path));

/** Whether they may be downloaded: the tests that need them are skipped otherwise. */
const mayDownload = () => aptGet() !== undefined && process.env.SLIPWAY_NO_INSTALL !== '1';

/** Describes the download that `webServers` would make, or undefined when it would make none. */
export const missingWebServers = () =>
  areThere() || !mayDownload()
    ? undefined
    : {
        name: 'nginx and Caddy',
        reason: 'the end-to-end tests serve a release behind each; unpacked into node_modules/.cache only',
        command: `apt-get download ${packages.join(' ')}`,
      };

/** The paths of the programs, or undefined on machines where nothing may be installed. */
export function webServers() {
  if (areThere()) return programs;
  if (!mayDownload()) return undefined;

  announceInstall(missingWebServers());
  mkdirSync(folder, { recursive: true });
  updateDebian();
  const { status } = spawnSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) fail(`apt-get could not download ${packages.join(', ')}`);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    run('dpkg-deb', ['-x', join(folder, name), folder], `dpkg-deb could not unpack ${name}`);
  }
  return programs;
}
