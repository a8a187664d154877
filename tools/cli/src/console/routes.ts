/** The routes of the console: its page, and JSON that the same functions make as the commands of `slipway`. */
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import { AppError, type ErrorCode, isAppError, parseDocument } from '@slipway/contracts';
import type { HealthSource } from '@slipway/health';
import type { Terminal } from '../command-line/command';
import { packageStatus } from '../command-line/packages';
import { previewNames } from '../command-line/previewNames';
import { openTarget } from '../command-line/target';
import diff from '../commands/diff';
import explain from '../commands/explain';
import history from '../commands/history';
import { type Access, guard, withHeaders } from './access';
import { actionSchema, parseAction, targetOf } from './actions';
import type { DamagedEntry, HistoryEntry, Moment, ErrorBody, RunRequest, SourceLines } from './api';
import { commitsIn } from './commits';
import { readHealth } from './health';
import type { OpenRevisions } from './openRevisions';
import { readOverview } from './overview';
import type { Pages } from './pages';
import { parameter, sliceOf, timeOf } from './parameters';
import { readPlans } from './plans';
import { readProposals } from './proposals';
import { createRunner } from './runner';
import { sharedPackages } from './sharedPackages';
import { readSlice } from './sliceInfo';

export interface ConsoleOptions {
  terminal: Terminal;
  access: Access;
  pages: Pages;
  isReadOnly: boolean;
  /** The one environment that it shows; all of them without it. */
  only: string | undefined;
  healthSource: (environment: string) => HealthSource | undefined;
  openRevisions: OpenRevisions;
}

const statuses: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  ...{ unauthenticated: 401, forbidden: 403, not_found: 404, conflict: 409, invalid_input: 400 },
  ...{ rate_limited: 429, unavailable: 503, slice_unreachable: 502, slice_incompatible: 422 },
  ...{ slice_untrusted: 422, unexpected: 500 },
};

/** Bytes of a body: an action names at most 500 slices. */
const MAX_BODY = 64_000;

const runSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  action: actionSchema,
  reason: v.pipe(v.string(), v.trim(), v.maxLength(500)),
  isPlan: v.boolean(),
  confirmed: v.strictObject({
    before: v.nullable(v.number()),
    changes: v.array(v.unknown()),
    settings: v.array(v.unknown()),
  }),
});

const openSchema = v.strictObject({
  environment: v.string(),
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

async function bodyOf(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text.length > MAX_BODY) throw new AppError('invalid_input', 'The body is too long');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'The body is not JSON', { cause });
  }
}

export function consoleRoutes(options: ConsoleOptions): Hono {
  const { terminal, isReadOnly, only, healthSource, openRevisions } = options;
  const runner = createRunner(terminal);
  const commits = commitsIn(terminal.workspace().root);
  const routes = new Hono();

  const shown = (environment: string): string => {
    if (only === undefined || environment === only) return environment;
    throw new AppError('not_found', `This console shows only ${only}`);
  };
  const environmentOf = (context: Context) => shown(parameter(context, 'environment'));
  const names = async () => {
    const workspace = terminal.workspace();
    return only === undefined ? [...workspace.names(), ...(await previewNames(workspace))] : [only];
  };
  const actionOf = (input: unknown) => {
    const action = parseAction(input);
    shown(targetOf(action));
    if (action.kind === 'promote') shown(action.from);
    return action;
  };
  const rejectReadOnly = () => {
    if (!isReadOnly) return;
    throw new AppError('forbidden', 'This console is read-only: run the command that it shows');
  };

  routes.use(withHeaders, guard(options.access));
  routes.onError((error, context) => {
    const known = isAppError(error) ? error : new AppError('unexpected', error.message);
    const body: ErrorBody = { error: { code: known.code, message: known.message } };
    return context.json(body, statuses[known.code]);
  });

  routes.get('/api/overview', async (context) =>
    context.json(await readOverview(terminal, runner, { isReadOnly, only })),
  );
  routes.get('/api/slices/:slice', async (context) => {
    const read = { workspace: terminal.workspace(), commits };
    return context.json(await readSlice(read, sliceOf(context.req.param('slice')), await names()));
  });
  routes.get('/api/health', async (context) => {
    const environment = environmentOf(context);
    const slice = context.req.query('slice');
    const health = await readHealth(healthSource(environment), {
      environment: terminal.workspace().environment(environment).name,
      slice: slice === undefined ? undefined : sliceOf(slice),
      hours: Number(context.req.query('hours')),
      now: Date.now(),
      since: timeOf(context.req.query('since')),
    });
    return context.json(health);
  });
  routes.get('/api/explain', async (context) => {
    const release = `${sliceOf(parameter(context, 'slice'))}@${parameter(context, 'version')}`;
    const args = [release, parameter(context, 'frame'), '--env', environmentOf(context)];
    return context.json(await runner.read<SourceLines>('explain', explain, args));
  });
  routes.get('/api/history', async (context) => {
    const limit = context.req.query('limit') ?? '20';
    const args = ['--env', environmentOf(context), `--limit=${limit}`];
    return context.json(await runner.read<(HistoryEntry | DamagedEntry)[]>('history', history, args));
  });
  routes.get('/api/moment', async (context) => {
    const args = ['--env', environmentOf(context), '--at', parameter(context, 'at')];
    return context.json(await runner.read<Moment>('history', history, args));
  });
  routes.get('/api/diff', async (context) => {
    const [one, other] = [parameter(context, 'one'), parameter(context, 'other')];
    for (const name of [one, other]) shown(name.split('@')[0] ?? '');
    return context.json(await runner.read<object>('diff', diff, [one, other]));
  });
  routes.get('/api/plans', async (context) =>
    context.json(await readPlans(terminal.workspace(), environmentOf(context))),
  );
  routes.get('/api/proposals', async (context) => {
    const environment = environmentOf(context);
    const target = await openTarget(terminal.workspace(), environment);
    return context.json(await readProposals(target, healthSource(environment)));
  });
  routes.get('/api/packages', async (context) =>
    context.json(await sharedPackages(terminal.workspace(), await names())),
  );
  routes.get('/api/package', async (context) => {
    const found = await packageStatus(terminal.workspace(), await names(), parameter(context, 'name'));
    return context.json(found.data as object);
  });

  routes.post('/api/preview', async (context) =>
    context.json(await runner.preview(actionOf(await bodyOf(context)))),
  );
  routes.post('/api/run', async (context) => {
    rejectReadOnly();
    const request = parseDocument(runSchema, await bodyOf(context), 'request') as RunRequest;
    actionOf(request.action);
    return context.json(await runner.run(request));
  });
  routes.post('/api/open', async (context) => {
    rejectReadOnly();
    const { environment, revision } = parseDocument(openSchema, await bodyOf(context), 'request');
    return context.json(await openRevisions.open(shown(environment), revision));
  });
  routes.all('/api/*', (context) => {
    throw new AppError('not_found', `There is no ${context.req.method} ${context.req.path}`);
  });
  routes.get('*', (context) => options.pages(context.req.path));
  return routes;
}
