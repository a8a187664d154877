/**
 * Calls a function of the database with the secret key, as an operator: of the project in `SUPABASE_URL`, or of the
 * local server, whose key is in its home folder.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import { functionRequest } from '@slipway/server';
import * as v from 'valibot';
import { runningOrigin } from '../environment/runningServer';
import type { Terminal } from './command';

const keysFile = v.object({ secret: v.string() });
const databaseError = v.object({ message: v.string(), code: v.optional(v.nullable(v.string())) });

/** Milliseconds. A database function that works on more than one row may need several seconds. */
const TIMEOUT = 20_000;

type Place = Pick<Terminal, 'env' | 'workspace'>;

/** That of the workspace, from any folder in it. Outside of one, it starts at the current folder. */
function homeOf({ env, workspace }: Place): string {
  try {
    return workspace().home;
  } catch {
    return resolve(env['SLIPWAY_HOME'] || '.slipway');
  }
}

const otherDatabase = 'for another database, set SUPABASE_URL and SUPABASE_SECRET_KEY';

/** @throws `not_found` without a local server's keys, `forbidden` when this user may not read them, `invalid_input` */
function localSecret(home: string): string {
  const path = join(home, 'keys.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOENT')
      throw new AppError('not_found', `${path} is missing. Start the local server; ${otherDatabase}`, {
        cause,
      });
    throw new AppError(
      'forbidden',
      `${path} cannot be read by this user (${code}): give this user permission to read it; ${otherDatabase}`,
      { cause },
    );
  }
  try {
    return v.parse(keysFile, JSON.parse(text)).secret;
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `${path} is damaged: it has no secret key. Restore it from a backup; ${otherDatabase}`,
      { cause },
    );
  }
}

function connectionOf(place: Place): { url: string; secret: string } {
  const { env } = place;
  const url = env['SUPABASE_URL'];
  if (!url) {
    const home = homeOf(place);
    const origin = runningOrigin(home) ?? `http://127.0.0.1:${env['PORT'] || '4200'}`;
    return { url: origin, secret: localSecret(home) };
  }
  if (!/^https?:\/\/[^\s/]+\/?$/.test(url) || !URL.canParse(url))
    throw new AppError(
      'invalid_input',
      `SUPABASE_URL is ${url}: it must be an origin such as https://abc.supabase.co`,
    );
  const secret = env['SUPABASE_SECRET_KEY'];
  if (!secret) throw new AppError('invalid_input', 'SUPABASE_SECRET_KEY is not set');
  return { url, secret };
}

/** @throws `unavailable` when no database responds, or not in time */
async function send(
  place: Place,
  name: string,
  request: Request,
): Promise<{ status: number; body: unknown }> {
  const { origin } = new URL(request.url);
  try {
    const response = await fetch(request);
    const text = await response.text();
    const { status } = response;
    return { status, body: status === 200 ? JSON.parse(text) : parsed(text) };
  } catch (cause) {
    const next = place.env['SUPABASE_URL'] ? 'check SUPABASE_URL' : 'start the local server with npm start';
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const problem = isLate
      ? `${origin} did not respond within ${String(TIMEOUT / 1000)} s, so ${name} may have taken effect or not: look with slipway moderate list, then try again`
      : `No database responds at ${origin}: ${next}`;
    throw new AppError('unavailable', problem, { cause });
  }
}

/** The JSON body of an error; undefined if it is none, such as the page of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codes = { 400: 'invalid_input', 404: 'not_found', 409: 'conflict' } as const;

/** The result of a database function. @throws `invalid_input`, `not_found`, `conflict`, `forbidden`, `unavailable` */
export async function callAsOperator(place: Place, name: string, parameters: object): Promise<unknown> {
  const { url, secret } = connectionOf(place);
  const signal = AbortSignal.timeout(TIMEOUT);
  const { status, body } = await send(
    place,
    name,
    functionRequest(name, parameters, { url, key: secret, signal }),
  );
  if (status < 300) return body;
  const failure = v.safeParse(databaseError, body);
  // Explain PostgREST's own errors; errors of the database's functions already have advice.
  const own = failure.success ? (failure.output.code ?? '') : '';
  if (status === 401 || own.startsWith('PGRST3'))
    throw new AppError(
      'forbidden',
      `${url} rejects the secret key: correct ${place.env['SUPABASE_URL'] ? 'SUPABASE_SECRET_KEY' : `${join(homeOf(place), 'keys.json')}, or restart the local server`}`,
    );
  if (own === 'PGRST202')
    throw new AppError(
      'not_found',
      `The database at ${url} has no function ${name}: ${place.env['SUPABASE_URL'] ? 'apply the migrations of this version' : 'restart npm start, which applies the migrations of this version'}`,
    );
  const code =
    status === 401 || status === 403
      ? 'forbidden'
      : (codes[status as keyof typeof codes] ?? (status >= 500 ? 'unavailable' : 'unexpected'));
  throw new AppError(
    code,
    failure.success ? failure.output.message : `${name} responded with ${String(status)}`,
  );
}
