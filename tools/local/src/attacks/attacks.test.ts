/**
 * Attacks on a store that several teams share: an attacker with write access wants the app to run something else. For each, the
 * commands that change an environment fail with a reason, or do exactly what they did before the attack, and the local
 * server sends no foreign byte. `TEST_TIER=nightly` runs all of them, else a sample. The title of the test has the seed; pass
 * it as `FUZZ_SEED` to repeat the generated attacks.
 */
import {
  billingRelease,
  byHand,
  firstDeploy,
  generatedAttacks,
  type HandAttack,
  marketRelease,
  metadataAttacks,
  openSharedStore,
  restOf,
  running as runningBilling,
  type SharedStore,
  shellRelease,
  stores,
  undeployed,
} from '@slipway/cli/testing';
import { verifyingStore } from '@slipway/cli';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { composedApp } from '../app/composedApp';
import { foreignResponses, type Page, served } from './served';

const isNightly = process.env['TEST_TIER'] === 'nightly';
/** Generated attacks on each object; three times as many on each JSON document. */
const EACH = isNightly ? 2 : 1;
const SEED = Number(process.env['FUZZ_SEED'] || (isNightly ? Date.now() % 1_000_000 : 17));
/** In the first tier, one of so many attacks runs. */
const SAMPLE = isNightly ? 1 : 28;

const env = ['--env', 'staging'];
const dry = ['--dry-run', '--json'];
const commands = {
  deploy: ['deploy', `billing@${undeployed.version}`, ...env, ...dry],
  canary: ['canary', `billing@${undeployed.version}`, ...env, '--percent', '10', ...dry],
  promote: ['promote', 'billing', '--from', 'staging', '--to', 'production', ...dry],
  rollback: ['rollback', ...env, '--to', '1', ...dry],
} as const;
type Command = keyof typeof commands;

const market = `/slices/market/${marketRelease().version}`;
const paths = [
  ...['/', '/market', '/billing', '/nowhere', '/slipway.json'],
  ...['page.js', 'mf-manifest.json', 'remoteEntry.js', 'none.js'].map((name) => `${market}/${name}`),
  ...['main.js', 'main.css'].map((name) => `/slices/shell/${shellRelease().version}/${name}`),
  `/slices/billing/${runningBilling.version}/page.js`,
];

/** A reason names a document, and what to do. */
const explains = (message: string) =>
  /\.json|\.html|\.js|\.css|\.br|\.gz|\.svg|pointer|revision \d+|release \w+|timestamp|root \d+|targets \d+|settings/i.test(
    message,
  ) && /restore|publish|roll back|sign |remove|deploy|backup|lists them|build|try again/i.test(message);

describe.each(stores)('on %s', (kind, open) => {
  let shared: SharedStore;
  let now: Date;
  let honest: Record<Command, string>;
  let page: Page;
  let running: ReturnType<typeof composedApp>;
  const warnings: string[] = [];

  const serve = () =>
    composedApp(
      verifyingStore(
        { ...shared.store },
        {
          trust: { ...shared.workspace.trust, home: shared.freshHome() },
          environment: (name) => ({ name, root: undefined }),
          warn: (message) => warnings.push(message),
        },
      ),
      () => 'staging',
    );
  const run = (command: Command) => shared.as(['Ada', 'Bea'], ...commands[command]);
  const planned = (out: string) => {
    const { changes, settings, settingsChanges } = JSON.parse(out) as Record<string, unknown>;
    return JSON.stringify({ changes, settings, settingsChanges });
  };

  beforeAll(async () => {
    shared = await openSharedStore(open);
    await firstDeploy(shared);
    await firstDeploy(shared, 'production', ['Ada', 'Bea']);
    await shared.deploy(['Ada', 'billing'], [runningBilling]);
    await shared.build(undeployed);
    expect(await shared.as(['billing'], 'publish', 'billing', ...env)).toMatchObject({ code: 0 });
    expect(await shared.as(['admin'], 'trust', 'renew', ...env)).toMatchObject({ code: 0 });
    now = new Date(await shared.store.now());
    running = serve();
    for (const revision of [1, 2]) paths.push(await restOf(shared.store, revision));
    page = await served(running, [...paths, ...byHand(() => shared).flatMap((attack) => attack.paths ?? [])]);
    const results = {} as Record<Command, string>;
    for (const command of Object.keys(commands) as Command[]) {
      const { code, out, error } = await run(command);
      expect({ command, code, error }).toEqual({ command, code: 0, error: '' });
      results[command] = planned(out);
    }
    honest = results;
  });
  afterAll(() => shared.close());

  /** Why an attack succeeded; empty when it did not. */
  const successes = async ({
    changes,
    paths: more = [],
    isRejected = false,
  }: HandAttack): Promise<string[]> => {
    const found: string[] = [];
    await shared.altered(await changes(), async () => {
      warnings.length = 0;
      for (const app of [serve(), running]) {
        found.push(...foreignResponses(page, await served(app, [...paths, ...more])));
      }
      found.push(...warnings.filter((message) => !explains(message)).map((text) => `warns: ${text}`));
      for (const command of Object.keys(commands) as Command[]) {
        const { code, out, error } = await run(command);
        if (code !== 0) {
          const message = error + out;
          if (code === 1 || !explains(message))
            found.push(`${command} exits with ${String(code)}: ${message}`);
        } else if (command === 'rollback') {
          // A rollback of everything repairs an altered revision: it may change less, and nothing else.
          const { changes: back } = JSON.parse(out) as { changes: { app: string; to: string }[] };
          const isRight = back.every(({ app, to }) => app === 'billing' && to === billingRelease().version);
          if (!isRight) found.push(`rollback would run ${out}`);
        } else if (isRejected || planned(out) !== honest[command]) found.push(`${command} plans ${out}`);
      }
    });
    return found;
  };

  it(
    `nothing of an attack takes effect, and errors explain themselves (seed ${String(SEED)})`,
    async () => {
      const log = vi.spyOn(console, 'error').mockReturnValue(); // the app logs the reason
      const signed = metadataAttacks(() => ({ shared, now })).map(([name, changes]): HandAttack => ({
        name,
        changes,
        isRejected: true,
      }));
      const made = (await generatedAttacks(shared.store, EACH, SEED)).map(
        ({ name, changes }): HandAttack => ({ name, changes: () => changes }),
      );
      const all = [...byHand(() => shared), ...signed, ...made];
      const chosen = all.filter((_, index) => index % SAMPLE === 0);
      const succeeded: string[] = [];
      for (const attack of chosen) {
        const why = await successes(attack);
        if (why.length > 0) succeeded.push([attack.name, ...why].join('\n    '));
      }
      log.mockRestore();
      console.log(
        `${kind}: ${String(chosen.length)} of ${String(all.length)} attacks, ${String(succeeded.length)} succeeded`,
      );
      expect(succeeded.join('\n')).toBe('');
    },
    // 900 attacks on a bucket take 20 minutes of a busy machine.
    isNightly ? 3_600_000 : 120_000,
  );
});
