/** The container files and the manifests of services parse, and at night the images are built and started without an engine (21.4). */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Service as KnativeService } from '@kubernetes-models/knative/serving.knative.dev/v1';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { read } from '../docs/markdown';
import { buildImage, instructionsOf, isLeftOut } from './containerImage';

const containerfiles = ['apps/gateway/Containerfile', 'apps/collector/Containerfile', 'deploy/Containerfile'];
const argumentsOf = (file: string, keyword: string) =>
  instructionsOf(file)
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '');

test.each(containerfiles)('%s has no problem that its linter knows (21.4)', (file) => {
  expect(validate(read(file)).map(({ message }) => message)).toEqual([]);
});

test.each(containerfiles.slice(0, 2))(
  '%s listens where it says, and runs what its build writes (21.4)',
  (file) => {
    const environment = argumentsOf(file, 'ENV').join(' ');
    const [port = ''] = argumentsOf(file, 'EXPOSE');
    expect(environment).toContain(`PORT=${port}`);
    expect(environment).toContain('HOST=0.0.0.0');
    expect(argumentsOf(file, 'HEALTHCHECK').join()).toContain(`http://127.0.0.1:${port}/healthz`);
    expect(argumentsOf(file, 'CMD')).toEqual(['["node", "main.js"]']);
    // Node is the oldest version that the workspace supports.
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(
      argumentsOf(file, 'FROM').every((from) => engines.node.includes(/node:(\d+)/.exec(from)?.[1] ?? '-')),
    ).toBe(true);
  },
);

test('the image of the gateway has the packages that its bundle leaves out (21.4)', () => {
  const [, list = ''] = /external: \[(.*)\]/.exec(read('apps/gateway/vite.config.ts')) ?? [];
  const external = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  expect(external).toContain('sharp');
  const dependencies = external.flatMap((name) => {
    const manifest = JSON.parse(read(`node_modules/${name}/package.json`)) as { dependencies?: object };
    return Object.keys(manifest.dependencies ?? {});
  });
  const copied = argumentsOf('apps/gateway/Containerfile', 'COPY');
  for (const name of [...external, ...dependencies]) {
    const folder = `node_modules/${name.replace(/^(@[^/]+)\/.*/, '$1')}`;
    expect(copied).toContain(`/src/${folder} ./${folder}`);
  }
});

test('images contain sources, and neither keys, data nor history (21.4)', () => {
  for (const path of ['apps/gateway/src/main.ts', 'package-lock.json', 'tools/build/src/index.ts'])
    expect([path, isLeftOut(path)]).toEqual([path, false]);
  for (const path of [
    '.git/HEAD',
    '.slipway/keys.json',
    'e2e/.slipway/0/keys.json',
    'a/b.pem',
    '.env',
    'apps/x/.env.local',
    'apps/x/node_modules/y',
    'apps/x/dist/main.js',
  ])
    expect([path, isLeftOut(path)]).toEqual([path, true]);
});

interface Model {
  validate(): void;
}
const models: Record<string, (document: never) => Model> = {
  'apps/v1 Deployment': (document) => new Deployment(document),
  'v1 Service': (document) => new Service(document),
  'serving.knative.dev/v1 Service': (document) => new KnativeService(document),
};
const check = (document: unknown) => {
  const { apiVersion, kind } = document as { apiVersion: string; kind: string };
  models[`${apiVersion} ${kind}`]?.(document as never).validate();
  return `${apiVersion} ${kind}`;
};

test.each(['kubernetes.yaml', 'cloudrun.gateway.yaml'])('%s fits the schema of its kinds (21.4)', (name) => {
  const documents = parseAllDocuments(read(`deploy/services/${name}`)).map(
    (document) => document.toJS() as object,
  );
  expect(documents.map(check).filter((kind) => !(kind in models))).toEqual([]);
  const [first] = documents as {
    spec: { template: { spec: { containers: { ports: { containerPort: unknown }[] }[] } } };
  }[];
  const [container] = first?.spec.template.spec.containers ?? [];
  if (container) container.ports = [{ containerPort: 'eighty' }];
  expect(() => check(first)).toThrow(/containerPort/);
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => {
        resolve(port);
      });
    });
  });

/** The variables of a service in the Kubernetes example, and those of its secret. */
function variablesOf(service: string): Record<string, string> {
  const documents = parseAllDocuments(read('deploy/services/kubernetes.yaml')).map(
    (document) => document.toJS() as never,
  );
  const named = documents.find(
    (document: { kind: string; metadata: { name: string } }) =>
      document.kind === 'Deployment' && document.metadata.name === `slipway-${service}`,
  ) as unknown as {
    spec: { template: { spec: { containers: [{ env: { name: string; value: string }[] }] } } };
  };
  const { env } = named.spec.template.spec.containers[0];
  return {
    ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
    ...(service === 'gateway'
      ? { SUPABASE_SECRET_KEY: 'sb_secret_example' }
      : {
          SLIPWAY_HEALTH_KEY: 'example-key-of-a-collector-000000',
          DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none',
        }),
  };
}

// `npm ci` and a build each: minutes.
test.runIf(process.env['TEST_TIER'] === 'nightly').each(['gateway', 'collector'])(
  'the image of the %s is built from an empty folder, starts, answers its probes and stops (21.4)',
  { timeout: 600_000 },
  async (service) => {
    const place = mkdtempSync(join(tmpdir(), 'slipway-image-'));
    try {
      const image = buildImage(`apps/${service}/Containerfile`, place);
      const port = await freePort();
      const env = {
        PATH: process.env['PATH'],
        ...image.environment,
        ...variablesOf(service),
        HOST: '127.0.0.1',
        PORT: String(port),
      };
      const [program = '', ...args] = image.command;
      const child = spawn(program, args, { cwd: image.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text: Buffer) => {
            output += text.toString();
            if (/ready|listening/i.test(output)) resolve();
          });
        void ended.then(() => {
          reject(new Error(output));
        });
      });
      const { pathname } = new URL(image.health);
      expect((await fetch(`http://127.0.0.1:${String(port)}${pathname}`)).status).toBe(200);
      // The database of the example is not there.
      expect((await fetch(`http://127.0.0.1:${String(port)}/readyz`)).status).toBe(503);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      // Those of invoices and tools load when they are first needed, with their fonts.
      const chunks = join(image.folder, 'assets');
      for (const name of existsSync(chunks) ? readdirSync(chunks) : [])
        execFileSync(program, [join(chunks, name)], { cwd: image.folder, env });
      // The bundle imports it at the first picture.
      if (service === 'gateway') {
        const picture = `const { default: sharp } = await import('sharp');
          const create = { width: 64, height: 64, channels: 3, background: 'red' };
          console.log((await sharp(await sharp({ create }).webp().toBuffer()).metadata()).format);`;
        const options = { cwd: image.folder, env, encoding: 'utf8' } as const;
        expect(execFileSync(program, ['--input-type=module', '--eval', picture], options)).toBe('webp\n');
      }
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
);
