/**
 * Scans the REST, auth and gateway endpoints with sqlmap and wapiti: `npx tsx bench/scan.ts [--port 4396]`.
 * Needs both programs (`apt-get install sqlmap wapiti`). Starts `npm start` on a new PostgreSQL and describes its API in
 * OpenAPI from the database's catalog. Each request of the description is scanned. Writes `bench/results/scan.md`.
 * One file: its parts are used nowhere else.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@slipway/backend/testing/postgres';
import postgres from 'postgres';
import { demo } from '../tools/backend/src/settings/demo';
import { startApp } from './startApp';

const { values: options } = parseArgs({ options: { port: { type: 'string', default: '4396' } } });
const origin = `http://127.0.0.1:${options.port}`;
const folder = mkdtempSync(join(tmpdir(), 'slipway-scan-'));
chmodSync(folder, 0o755);

/** One request of the description, with an example for each parameter. */
interface Operation {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Tables and functions that clients reach, from the catalog. */
async function restOperations(url: string): Promise<Operation[]> {
  const sql = postgres(url, { max: 1 });
  try {
    const tables = await sql<{ name: string; columns: string[] }[]>`
      select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' group by 1 order by 1`;
    const functions = await sql<{ name: string; arguments: string[] | null }[]>`
      select proname as name, proargnames[1:pronargs] as arguments from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`;
    return [
      ...tables.map(({ name, columns }): Operation => {
        const filters = columns.map((column) => [column, 'eq.1']);
        const query = {
          select: columns[0] ?? 'id',
          order: columns[0] ?? 'id',
          limit: '1',
          ...Object.fromEntries(filters),
        };
        return { method: 'GET', path: `/rest/v1/${name}`, query };
      }),
      ...functions.map(({ name, arguments: names }): Operation => {
        const body = Object.fromEntries((names ?? []).map((argument) => [argument, '1']));
        return { method: 'POST', path: `/rest/v1/rpc/${name}`, body };
      }),
    ];
  } finally {
    await sql.end();
  }
}

const otherOperations: Operation[] = [
  {
    method: 'POST',
    path: '/auth/v1/token',
    query: { grant_type: 'password' },
    body: { email: 'a@example.com', password: 'x' },
  },
  { method: 'POST', path: '/auth/v1/recover', body: { email: 'a@example.com' } },
  {
    method: 'POST',
    path: '/auth/v1/verify',
    body: { email: 'a@example.com', token: '000000', type: 'signup' },
  },
  { method: 'GET', path: '/auth/v1/authorize', query: { provider: 'github', redirect_to: origin } },
  { method: 'GET', path: '/auth/v1/callback', query: { code: 'x', state: 'x' } },
  { method: 'POST', path: '/v1/agents/scanned', body: { message: 'x' } },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: 'scanned', messages: [{ role: 'user', content: 'x' }] },
  },
];

const schemaOf = (example: Record<string, unknown>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(example).map(([name, value]) => [name, { example: value }])),
});

const describe = (operations: Operation[]) => ({
  openapi: '3.1.0',
  info: { title: 'Slipway', version: '1' },
  servers: [{ url: origin }],
  paths: Object.fromEntries(
    operations.map(({ method, path, query = {}, body }) => [
      path,
      {
        [method.toLowerCase()]: {
          parameters: Object.entries(query).map(([name, example]) => ({ name, in: 'query', example })),
          ...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
        },
      },
    ]),
  ),
});

const urlOf = ({ path, query = {} }: Operation) => `${path}?${new URLSearchParams(query).toString()}`;

/** The program's output, also when it fails. Asynchronous: this process reads the logs of the servers. */
const outputOf = (seconds: number, program: string, argv: string[]) =>
  new Promise<string>((resolve) => {
    const limited = [String(seconds), program, ...argv];
    execFile('timeout', limited, { maxBuffer: 2 ** 28 }, (_error, stdout) => {
      resolve(stdout);
    });
  });

/** Whether sqlmap found an injection, and how many tests it started. */
async function sqlmap(operation: Operation, number: number, headers: Record<string, string>) {
  const file = join(folder, `request-${String(number)}.txt`);
  const body = operation.body ? JSON.stringify(operation.body) : '';
  const lines = [
    `${operation.method} ${urlOf(operation)} HTTP/1.1`,
    `Host: 127.0.0.1:${options.port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${String(body.length)}`] : []),
  ];
  writeFileSync(file, `${lines.join('\r\n')}\r\n\r\n${body}`);
  const argv = `-r ${file} --batch --ignore-stdin --level 2 --technique BEU --dbms PostgreSQL --timeout 10 --retries 0 --disable-coloring --ignore-code 401 --output-dir ${join(folder, 'sqlmap')}`;
  const stdout = await outputOf(120, 'sqlmap', argv.split(' '));
  const tested = (stdout.match(/testing '/g) ?? []).length;
  return { isInjectable: /is vulnerable|identified the following injection/.test(stdout), tested };
}

async function scan() {
  const server = await startPostgres('17', folder);
  const databaseUrl = `${server.address}/postgres`;
  const app = await startApp({
    ...{ PORT: options.port, SLIPWAY_HOME: join(folder, 'home'), DATABASE_URL: databaseUrl },
    READ_LIMIT: '1000000',
  });
  const serverErrors = new Map<string, number>();
  app.stdout?.on('data', (text: Buffer) => {
    for (const [line] of String(text).matchAll(/^\S+ \S+ returned 5\d\d/gm)) {
      serverErrors.set(line, (serverErrors.get(line) ?? 0) + 1);
    }
  });
  try {
    const keys = JSON.parse(readFileSync(join(folder, 'home/keys.json'), 'utf8')) as { publishable: string };
    const tokens = async (grant: string, body: unknown) => {
      const response = await fetch(`${origin}/auth/v1/token?grant_type=${grant}`, {
        method: 'POST',
        headers: { apikey: keys.publishable, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`The demo user has no session: ${await response.text()}`);
      return (await response.json()) as { access_token: string; refresh_token: string };
    };
    let session = await tokens('password', demo);
    /** An access token is valid for ten minutes: a new one for each operation. */
    const credentials = async () => {
      session = await tokens('refresh_token', { refresh_token: session.refresh_token });
      return { apikey: keys.publishable, authorization: `Bearer ${session.access_token}` };
    };
    const operations = [...(await restOperations(databaseUrl)), ...otherOperations];
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(describe(operations), null, 2));

    const injectable: string[] = [];
    let tests = 0;
    for (const [number, operation] of operations.entries()) {
      const { isInjectable, tested } = await sqlmap(operation, number, await credentials());
      console.log(
        `sqlmap ${String(number + 1)}/${String(operations.length)} ${operation.path}: ${isInjectable ? 'INJECTABLE' : `nothing in ${String(tested)} tests`}`,
      );
      tests += tested;
      if (isInjectable) injectable.push(operation.path);
    }

    const report = join(folder, 'wapiti.json');
    mkdirSync(join(folder, 'wapiti'));
    const argv = [
      ...[
        '-u',
        `${origin}/`,
        '--scope',
        'domain',
        '-f',
        'json',
        '-o',
        report,
        '--store-session',
        join(folder, 'wapiti'),
      ],
      ...['-m', 'exec,file,sql,xss,xxe,ssrf,redirect,crlf', '--max-scan-time', '240', '--flush-session'],
      ...Object.entries(await credentials()).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...operations
        .filter(({ method }) => method === 'GET')
        .flatMap((operation) => ['-s', origin + urlOf(operation)]),
    ];
    await outputOf(400, 'wapiti', argv);
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as Record<
      'vulnerabilities' | 'anomalies',
      Record<string, unknown[]>
    >;
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).filter(([, list]) => list.length);
    return { operations: operations.length, injectable, found, serverErrors, tests };
  } finally {
    app.kill('SIGTERM');
    await once(app, 'exit');
    await server.stop();
  }
}

try {
  const { operations, injectable, found, serverErrors, tests } = await scan();
  const text = `# Scan

\`npx tsx bench/scan.ts\`, ${new Date().toISOString().slice(0, 10)}. ${String(operations)} operations of the REST, auth and gateway endpoints, on PostgreSQL, as a signed-in user.

- sqlmap (level 2, techniques B, E and U; ${String(tests)} tests): ${injectable.length ? injectable.join(', ') : 'nothing injectable'}.
- wapiti (exec, file, sql, xss, xxe, ssrf, redirect, crlf): ${found.length ? found.map(([name, list]) => `${name}: ${String(list.length)}`).join('; ') : 'nothing'}.
- Responses with a 5xx: ${serverErrors.size ? [...serverErrors].map(([line, count]) => `${String(count)} × ${line}`).join('; ') : 'none'}.
`;
  writeFileSync(join(import.meta.dirname, 'results/scan.md'), text);
  console.log(text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
