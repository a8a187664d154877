/**
 * A registry in memory: `npm view`, `npm publish` and `npm audit` of the workflows get its address. Packages that were not
 * published here come from the registry of this machine.
 */
import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { root } from '../../../docs/markdown';
import { listen } from './listen';

interface Published {
  name: string;
  versions: Record<string, { version: string }>;
}

export interface NpmRegistry {
  origin: string;
  token: string;
  /** `name@version` of everything published, in order. */
  published: string[];
  /** Package to a vulnerability of all its versions, as `npm audit` shows it. */
  advisories: Record<string, 'low' | 'high'>;
  close(): Promise<void>;
}

/** The value of a setting of npm on this machine. */
export const npmSetting = (name: string) =>
  execFileSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).trim();

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

const advisory = (name: string, severity: string) => ({
  ...{ id: 1, url: 'https://advisories.example/1', title: `a hole in ${name}`, severity },
  ...{ vulnerable_versions: '*', cwe: [], cvss: { score: 8, vectorString: null } },
});

/** `there` are versions that exist already, such as `@slipway/log@1.0.0`. */
export async function startNpmRegistry(there: readonly string[]): Promise<NpmRegistry> {
  const upstream = npmSetting('registry');
  const token = 'npm-token';
  const published: string[] = [];
  const advisories: NpmRegistry['advisories'] = {};
  const packages = new Map<string, Published>();
  const add = (name: string, version: string) => {
    const versions = { ...packages.get(name)?.versions, [version]: { name, version } };
    packages.set(name, { name, versions });
  };
  for (const one of there) add(one.slice(0, one.lastIndexOf('@')), one.slice(one.lastIndexOf('@') + 1));

  const server = createServer((request, response) => {
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const path = decodeURIComponent(request.url ?? '/').slice(1);
    const isOwn = path.startsWith('@slipway/');
    if (request.method === 'PUT') {
      void bodyOf(request).then((body) => {
        if (request.headers.authorization !== `Bearer ${token}`) {
          respond(401, { error: 'no token' });
          return;
        }
        const { name, versions } = JSON.parse(body) as Published;
        for (const { version } of Object.values(versions)) {
          add(name, version);
          published.push(`${name}@${version}`);
        }
        respond(201, {});
      });
    } else if (path === '-/npm/v1/security/advisories/bulk')
      respond(
        200,
        Object.fromEntries(
          Object.entries(advisories).map(([name, severity]) => [name, [advisory(name, severity)]]),
        ),
      );
    else if (isOwn) {
      const found = packages.get(path);
      if (found) respond(200, { ...found, 'dist-tags': { latest: Object.keys(found.versions).at(-1) } });
      else respond(404, { error: 'not found' });
    } else response.writeHead(302, { location: new URL(request.url ?? '/', upstream).href }).end();
  });
  return { token, published, advisories, ...(await listen(server)) };
}
