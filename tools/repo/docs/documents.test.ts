/** Documents tell the truth about files, links, scripts and projects. `e2e/specs/documents` runs their commands. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { anchors, codeSpans, commands, documents, files, links, read, root } from './markdown';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** npm workspaces by name, with their scripts. */
const workspaces = new Map(
  files('*/package.json')
    .filter((file) => !/^(?:examples|e2e\/fixtures)\//.test(file))
    .map((file) => {
      const {
        name,
        scripts: own = {},
        nx,
      } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string;
        scripts?: Record<string, string>;
        nx?: { name?: string };
      };
      return [name, { scripts: own, project: nx?.name ?? name }] as const;
    }),
);

test.each(documents)('%s links to files and headings that exist', (file) => {
  const broken = links(read(file)).filter((target) => {
    const [path = '', anchor] = target.split('#');
    const linked = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(join(root, linked))) return true;
    return anchor !== undefined && linked.endsWith('.md') && !anchors(read(linked)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(documents)('%s names npm scripts that exist', (file) => {
  const text = read(file);
  const missing = [...commands(text), ...codeSpans(text)]
    .flatMap((command) => [
      ...command.matchAll(/\bnpm (?:run (?<script>[\w:-]+)|(?<short>test|start)\b)(?<rest>[^|;&]*)/g),
    ])
    .filter(({ groups = {} }) => {
      const script = groups['script'] ?? groups['short'] ?? '';
      const workspace = /(?:-w|--workspace) (\S+)/.exec(groups['rest'] ?? '')?.[1];
      return !(workspace ? workspaces.get(workspace)?.scripts : scripts)?.[script];
    })
    .map(([command]) => command.trim());
  expect(missing).toEqual([]);
});

/** Paths in documents start with one of these folders. */
const path =
  /^(?:apps|libs|tools|supabase|e2e|bench|docs|deploy|environments|examples|\.github|\.devcontainer)\/[\w./@-]*[\w@-]$/;
/** Made by a command or by the reader. */
const made =
  /(?:^|\/)(?:dist|test-results|node_modules)(?:\/|$)|^deploy\/production|^environments\/(?:staging|production|preview-|trust\/|<)|^(?:apps|e2e\/specs)\/invoice|^docs\/api\//;

test.each(documents.filter((file) => file !== 'CHANGELOG.md'))('%s names files that exist', (file) => {
  const missing = codeSpans(read(file)).filter(
    (code) =>
      path.test(code) &&
      !made.test(code) &&
      !existsSync(join(root, code)) &&
      !existsSync(join(root, dirname(file), code)),
  );
  expect(missing).toEqual([]);
});

test('git ignores the private keys and backups that commands of the runbook write', () => {
  const text = read('docs/runbook.md');
  const written = [...text.matchAll(/--out (\S+\.pem)|run backup -- (\S+\.tar\.gz)/g)].map(
    ([, key, backup]) => key ?? backup ?? '',
  );
  expect(written).toContain('slipway.tar.gz');
  expect(written.filter((path) => path.endsWith('.pem')).length).toBeGreaterThan(5);
  const ignored = execFileSync('git', ['check-ignore', ...new Set(written)], { cwd: root, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual([...new Set(written)]);
});

test('the index of decision records lists each record with its status and date', () => {
  const index = read('docs/decisions/README.md');
  const records = documents.filter((file) => /^docs\/decisions\/\d{3}-/.test(file));
  for (const file of records) {
    const [, title] = /^# (\d{3} .+)$/m.exec(read(file)) ?? [];
    const [, status, date] = /^Status: ([^·\n]+) · (\d{4}-\d{2}-\d{2})/m.exec(read(file)) ?? [];
    const row = index.split('\n').find((line) => line.includes(`](${file.split('/').pop() ?? ''})`));
    expect([file, row]).toEqual([file, expect.stringContaining(`[${title ?? 'no title'}]`)]);
    expect(row?.split('|').map((cell) => cell.trim())).toEqual(
      expect.arrayContaining([status?.trim(), date]),
    );
  }
});

test('the configuration reference lists every environment variable of the programs', () => {
  const reference = read('docs/configuration.md');
  const sources = files(
    'apps/collector/src/*.ts',
    'apps/gateway/src/*.ts',
    'libs/gateway/src/*.ts',
    'tools/local/src/*.ts',
    'tools/backend/src/*.ts',
    'tools/cli/src/*.ts',
  ).filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  // Set by our own programs, or part of a printed example.
  const internal = [
    'SLIPWAY_COMMIT',
    'SLIPWAY_DEVELOPMENT',
    'SLIPWAY_LANGUAGES',
    'SLIPWAY_API_KEY',
    'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED',
    'LITE_TELEMETRY',
  ];
  const variable = /\b(?:env|environment|process\.env)(?:\.|\[')([A-Z][A-Z0-9_]{3,})\b/g;
  const named = new Set(
    sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(variable)].map(([, name = '']) => name),
    ),
  );
  const missing = [...named].filter((name) => !internal.includes(name) && !reference.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
