/**
 * Ends a canary immediately, even if the policy requires approvals: writes the order that `policy/order.ts` describes.
 * Its documents are those of the previous revision with the new composition, so nothing is rendered, checked or
 * published.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Composition, isAppError } from '@slipway/contracts';
import type { Target } from '../command-line/target';
import { inRevision, offlineIn, orderRecord, withoutShares } from '../policy/order';
import { findRelease, isShell } from '../release/candidate';
import { revisionBase, settingsKey } from '../store/keys';
import type { Store } from '../store/store';
import type { StoreFile } from '../store/writeFiles';
import { ownAuthor } from '../trust/authors';
import { announce, type DeployState, freshState } from '../trust/deploying';
import { openTrust, type Trust } from '../trust/open';
import { orderKeys } from '../trust/deployKeys';
import { readerOf, signStatement } from '../trust/statements';
import { asRevision } from './compose';
import type { Deployed } from './deployRequest';
import { type ChosenSettings, compositionSettings } from './settings';
import { CLAIM_TIMEOUT, claimRevision, latestClaimedRevision, storeRevision } from './write';

const MAX_ATTEMPTS = 20;
/** Milliseconds before the next attempt, at most. */
const MAX_PAUSE = 150;

export interface By {
  author: string;
  reason: string;
  isDryRun?: boolean;
}

/**
 * Whether the environment has a policy, and all shells of its documents can read a share of 0: earlier ones cannot, and
 * have no script that chooses a shell.
 */
export async function canOrder(
  { store }: Pick<Target, 'store'>,
  composition: Composition | undefined,
): Promise<boolean> {
  const { settings } = (await compositionSettings(store, composition)) ?? {};
  if (!composition || settings?.policy === undefined) return false;
  const { version, canary, fallback } = composition.shell;
  const versions = [version, canary?.release.version, fallback?.version].filter((one) => one !== undefined);
  const shells = await Promise.all(versions.map(async (one) => findRelease(store, 'shell', one)));
  return shells.every((shell) => shell && isShell(shell) && shell.release.chooser !== undefined);
}

/** @throws `not_found` without such a canary; `forbidden` without a key for it; `slice_untrusted` */
export async function endCanary(
  { workspace, environment, store, named }: Target,
  app: string,
  by: By,
): Promise<Deployed> {
  for (let attempt = 1; ; attempt += 1) {
    const trust = await openTrust({ options: workspace.trust, store, environment });
    const state = await freshState(trust, environment.name);
    const listed = app === 'shell' ? state?.composition.shell : state?.composition.slices[app];
    if (!state || !listed?.canary || listed.canary.percent === 0)
      throw new AppError('not_found', `${app} has no canary in ${named}`);
    try {
      return await order(trust, state, app, by);
    } catch (error) {
      // Another deploy was first: the order is made again for its result.
      if (!isAppError(error) || error.code !== 'conflict' || attempt === MAX_ATTEMPTS) throw error;
      await pause(Math.random() * MAX_PAUSE);
    }
  }
}

async function order(trust: Trust, state: DeployState, app: string, by: By): Promise<Deployed> {
  const { store, chain, signer, now } = trust;
  const { statement } = state;
  const { environment } = statement.facts;
  const author = ownAuthor(chain, signer, orderKeys(chain, signer, environment), by.author);
  const read = readerOf(store, statement);
  const text = await read('composition.json');
  const from = JSON.parse(text) as Composition;
  const { revision, createdAt, ...content } = withoutShares(text, [app]) as unknown as Composition;
  const same = { before: state.composition, settings: await unchangedSettings(store, state.composition) };
  if (by.isDryRun) {
    const composition = asRevision(content, 1 + (await latestClaimedRevision(store, environment)), createdAt);
    const record = orderRecord(state, composition, { author, reason: by.reason });
    return { ...same, composition, record, isWritten: false, missing: 0, ...noFindings };
  }
  const claim = { before: { revision, createdAt }, claimTimeout: CLAIM_TIMEOUT };
  const composition = await claimRevision(store, content, claim);
  const record = orderRecord(state, composition, { author, reason: by.reason });
  const documents = await documentsIn(composition, from, read, statement.document.signed.targets);
  const settings = composition.settings === undefined ? [] : [settingsKey(environment, composition.settings)];
  const kept = await Promise.all(
    settings.map(async (key) => ({ key, bytes: (await store.get(key)) ?? Buffer.alloc(0) })),
  );
  const sign = (files: readonly StoreFile[]) =>
    signStatement(
      chain,
      signer,
      {
        ...{ environment, revision: composition.revision, createdAt: composition.createdAt },
        ...{ previous: statement, files: [...files, ...kept], isOrder: true },
      },
      now,
    );
  const written = await storeRevision(store, { composition, record, sign, documents });
  if (written.missing === 0) await announce(trust, written);
  return {
    ...same,
    composition,
    record,
    isWritten: true,
    missing: written.missing,
    ...noFindings,
  };
}

/** An order brings no release that was not checked before. */
const noFindings = { alarms: [], sharedCosts: [], oldContracts: [] };

async function unchangedSettings(store: Store, composition: Composition): Promise<ChosenSettings> {
  const stored = await compositionSettings(store, composition);
  if (!stored) throw new AppError('not_found', `${composition.environment} has no settings`);
  return { settings: stored.settings, revision: stored.revision, changes: [], isFirst: false };
}

/** The documents of `from`, with another composition in them. */
async function documentsIn(
  to: Composition,
  from: Composition,
  read: (name: string) => Promise<string>,
  targets: Readonly<Record<string, unknown>>,
): Promise<[string, Buffer][]> {
  const base = revisionBase(from.environment, from.revision);
  const names = Object.keys(targets)
    .filter((key) => key.startsWith(base))
    .map((key) => key.slice(base.length))
    .filter((name) => name !== 'composition.json' && name !== 'record.json');
  const offline = await offlineIn(to, read);
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => {
      const text = inRevision(name, await read(name), { to, offline });
      return [name, Buffer.from(text)];
    }),
  );
}
