/**
 * Debian's nginx and Caddy for the end-to-end tests. They are unpacked into a folder of their own: nothing is installed,
 * and no service starts. Node's modules only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, run } from './install.mjs';
import { isRootOnDebian } from './machine.mjs';

const packages = ['nginx', 'libnginx-mod-http-brotli-static', 'caddy'];
const folder = join(root, 'node_modules', '.cache', 'slipway-web-servers');
const programs = {
  nginx: join(folder, 'usr/sbin/nginx'),
  /** A module that nginx loads. */
  brotli: join(folder, 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so'),
  caddy: join(folder, 'usr/bin/caddy'),
};

/** Their paths, or undefined where the machine is no Debian, or we may not ask it for packages. */
export function webServers() {
  if (Object.values(programs).every((path) => existsSync(path))) return programs;
  if (!isRootOnDebian()) return undefined;

  console.log('Fetching nginx and Caddy for the end-to-end tests (once) …');
  mkdirSync(folder, { recursive: true });
  run('apt-get', ['update', '-qq'], 'apt-get update failed');
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
