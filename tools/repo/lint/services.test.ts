/** The images leave keys and data out, and the examples of services agree with them, the programs and the reference (21.4). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = 'deploy/services';
const examples = readdirSync(join(root, folder)).map((name) => [name, read(`${folder}/${name}`)] as const);

/** The documents of an example, with every error of its syntax. @throws for TOML that does not parse */
function documentsOf(name: string, text: string): unknown[] {
  if (name.endsWith('.toml')) return [parseToml(text)];
  const documents = parseAllDocuments(text);
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS() as unknown);
}

/** All values of a key, at any depth. */
const valuesOf = (key: string, value: unknown): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(name === key ? [inner] : []),
        ...valuesOf(key, inner),
      ]);

test.each(['.slipway', '**/.slipway', '.git', '**/node_modules', '**/*.pem', '**/.env*'])(
  'images leave out %s',
  (pattern) => {
    expect(read('.dockerignore').split('\n')).toContain(pattern);
  },
);

test.each(examples)('%s has the port, the probes and the time to stop of its program', (name, text) => {
  const documents = documentsOf(name, text);
  const services = (['gateway', 'collector'] as const).filter((service) =>
    text.includes(`slipway-${service}`),
  );
  expect(services).not.toEqual([]);
  for (const service of services) {
    expect(read(`apps/${service}/Containerfile`)).toContain('EXPOSE 8080');
    const source = readdirSync(join(root, `apps/${service}/src`))
      .map((file) => read(`apps/${service}/src/${file}`))
      .join('\n');
    for (const path of valuesOf('path', documents)) expect(source).toContain(`get('${String(path)}'`);
  }
  expect(valuesOf('path', documents)).toContain('/readyz');
  const ports = ['internal_port', 'containerPort', 'targetPort'].flatMap((key) => valuesOf(key, documents));
  expect(new Set(ports)).toEqual(new Set([8080]));
  const stops = ['kill_timeout', 'timeoutSeconds', 'terminationGracePeriodSeconds'];
  const seconds = Math.max(...stops.flatMap((key) => valuesOf(key, documents)).map(Number));
  expect(seconds).toBeGreaterThan(services.includes('gateway') ? 120 : 10);
});

test.each(examples)('%s sets variables that the reference lists', (name, text) => {
  const documents = documentsOf(name, text);
  const named = name.endsWith('.toml')
    ? Object.keys((documents[0] as { env: object }).env)
    : valuesOf('env', documents)
        .flat()
        .map((variable) => (variable as { name: string }).name);
  expect(named.length).toBeGreaterThan(1);
  // Without them, documents and mails lead to the container's own address.
  if (text.includes('slipway-gateway'))
    expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'APP_ORIGINS']));
  const reference = read('docs/configuration.md');
  expect(named.filter((variable) => !reference.includes(`\`${variable}\``))).toEqual([]);
});
