/** The built page of the console, read once. Every path without a file is the page itself, which has its own router. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { AppError } from '@slipway/contracts';

export type Pages = (path: string) => Response;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** @throws `not_found` when it is not built */
export function readPages(folder: string): Pages {
  if (!existsSync(join(folder, 'index.html')))
    throw new AppError('not_found', `${folder} has no index.html: run npm run build -w @slipway/console`);
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extname(entry.name) in types)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length).replaceAll(sep, '/'), readFileSync(file)] as const),
  );
  return (path) => {
    const file = files.get(path);
    if (!file && extname(path) !== '') return new Response('Not found', { status: 404 });
    const type = file ? types[extname(path)] : types['.html'];
    return new Response(new Uint8Array(file ?? files.get('/index.html') ?? []), {
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
