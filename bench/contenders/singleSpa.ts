/**
 * Builds the contender single-spa with an import map: every shared package, every slice and the root configuration are ES
 * modules, which name each other by the map. One document: it has the map, and preloads what the root imports.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { sliceShared } from '@slipway/build/release';
import type { Contender } from './build';
import {
  build,
  contenderConfig,
  folderOf,
  shellConfiguration,
  slices,
  withOwnRuntime,
  withSlices,
  writeEntry,
} from './config';
import { documentWith, tag } from './document';

const require = createRequire(join(folderOf('shell'), 'package.json'));

/** A module of the map, and the file that it is built from. */
interface Module {
  name: string;
  file: string;
}

const fileOf = (name: string) => name.replace(/^@/, '').replaceAll('/', '-');

/** CommonJS has no static names: the entry lists those that Node finds. */
function commonJsEntry(place: string, name: string): string {
  const names = Object.keys(require(name) as object).filter(
    (key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default',
  );
  const path = JSON.stringify(require.resolve(name));
  const file = join(place, `${fileOf(name)}.js`);
  writeFileSync(
    file,
    `import whole from ${path};\nexport default whole;\nexport const { ${names.join(', ')} } = whole;\n`,
  );
  return file;
}

/** React, the shared libraries and single-spa. */
function sharedModules(place: string): Module[] {
  const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];
  const shared = Object.keys(sliceShared(folderOf('shell'))).filter((name) => !react.includes(name));
  return [
    ...react.map((name) => ({ name, file: commonJsEntry(place, name) })),
    ...[...shared, 'single-spa'].map((name) => ({ name, file: esModule(name) })),
  ];
}

const sliceModules = (): Module[] =>
  Object.keys(slices).map((id) => ({ name: `@slices/${id}`, file: join(folderOf(id), 'src/slice.ts') }));

/** The file that an `import` gets. */
const esModule = (name: string): string => import.meta.resolve(name).replace('file://', '');

/** The files that a file imports statically, by an address or a name of the map, and those that they import. */
function importedBy(folder: string, map: ReadonlyMap<string, string>, file: string, found = new Set([file])) {
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, request = ''] of text.matchAll(/(?:from|import)\s*["']([^"']+\w)["']/g)) {
    const other = map.get(request) ?? (/^\.\/[^/]+\.js$/.test(request) ? request.slice(2) : undefined);
    if (other === undefined || found.has(other)) continue;
    found.add(other);
    importedBy(folder, map, other, found);
  }
  return found;
}

export async function buildSingleSpa(place: string, settings: string, changed?: string): Promise<Contender> {
  const folder = join(place, 'dist');
  mkdirSync(place, { recursive: true });
  const root = writeEntry(place, (id) => ({
    head: '',
    load: `() => import(/* webpackIgnore: true */ '@slices/${id}')`,
  }));
  const shared = sharedModules(place);
  const external: Configuration['externals'] = ({ request = '', contextInfo }, done) => {
    const isShared = shared.some(({ name }) => name === request) && contextInfo?.issuer !== '';
    if (isShared) done(undefined, request, 'module-import');
    else done();
  };
  const compile = async (entries: readonly Module[], optimization: Configuration['optimization']) => {
    const config = contenderConfig(
      withSlices(shellConfiguration(), changed),
      folder,
      [],
      'startSingleSpa.tsx',
    );
    const library = { type: 'module' };
    const format = { module: true, chunkFormat: 'module', library, publicPath: '/', clean: false } as const;
    await build({
      ...withOwnRuntime(config),
      entry: Object.fromEntries(entries.map(({ name, file }) => [fileOf(name), { import: file }])),
      externals: external,
      externalsType: 'module-import',
      output: { ...config.output, ...format },
      optimization: { ...config.optimization, ...optimization },
    });
  };
  // Code that shared packages have in common is one file; each slice is a separate build, with its copies.
  await compile([...shared, { name: 'root', file: root }], {
    runtimeChunk: { name: 'runtime' },
    splitChunks: { chunks: 'all', minSize: 0, cacheGroups: { common: { minChunks: 2 } } },
  });
  for (const slice of sliceModules()) await compile([slice], { splitChunks: false });
  const modules = [...shared, ...sliceModules()];
  const built = readdirSync(folder);
  const addressOf = (name: string) => {
    const file = built.find((each) => each.startsWith(`${fileOf(name)}.`) && each.endsWith('.js'));
    if (!file) throw new Error(`The build of single-spa has no file for ${name}`);
    return file;
  };
  const all = [...modules, { name: 'root' }];
  const addresses = new Map(all.map(({ name }) => [name, addressOf(name)]));
  const imports = Object.fromEntries([...addresses].map(([name, file]) => [name, `/${file}`]));
  const style = built.find((file) => file.startsWith('root.') && file.endsWith('.css'));
  const first = [...importedBy(folder, addresses, addressOf('root'))];
  const head = [
    `<script type="importmap">${JSON.stringify({ imports })}</script>`,
    ...(style ? [tag.style(style)] : []),
    ...first.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${addressOf('root')}"></script>`,
  ];
  return {
    folder,
    documentOf: () => documentWith(head, settings),
    isOf: (id, path) => path === imports[`@slices/${id}`],
  };
}
