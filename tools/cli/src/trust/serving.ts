/**
 * A view of a store for a server: it shows only revisions whose signatures were verified, the bytes that they cover, and
 * files of releases that their teams signed.
 * When a new revision cannot be verified, the one before stays, with a warning. An expired timestamp is a warning too.
 */
import { isAppError } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { currentRevision } from '../composition/read';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { verifiedState } from './deploying';
import { wholeSeconds } from './metadata';
import { openTrust, type Trust } from './open';
import type { TrustOptions } from './options';
import { isUntrusted, type VerifiedState } from './revisions';
import { decompressed, releaseFiles } from './servedFiles';
import { type Statement, verifyFile } from './statements';
import { renewTimestamp } from './timestamps';

/** Milliseconds after which the current revision is verified again: keys may be revoked, and timestamps expire. */
const RECHECK = 60_000;

export interface VerifyingOptions {
  trust: TrustOptions;
  /** Where the root of an environment is pinned, by its name in the store. */
  environment: (name: string) => Pick<Environment, 'name' | 'root'>;
  /** Reports what could not be verified, and what expired; each once. */
  warn: (message: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A verified revision that an environment shows. */
interface Shown {
  revision: number;
  statement: Statement;
  trust: Trust;
  checkedAt: number;
  /** The revision that the pointer names, where it could not be verified. */
  rejected?: number;
  /** Verified files by key, compressed copies included. */
  files: Map<string, Promise<Buffer | undefined>>;
}

const pointerOf = /^environments\/([a-z0-9-]+)\/current\.json$/;
const publicKey = /^environments\/([a-z0-9-]+)\/public\//;
const revisionFile = /^environments\/([a-z0-9-]+)\/revisions\/(\d+)\/./;

/** @throws `unavailable` from `get` when an environment has no revision that could be verified */
export function verifyingStore(store: Store, options: VerifyingOptions): Store {
  const now = options.now ?? Date.now;
  const shown = new Map<string, Shown>();
  const running = new Map<string, Promise<Shown | undefined>>();
  const warned = new Map<string, string>();

  const warn = (name: string, message: string) => {
    if (warned.get(name) === message) return;
    warned.set(name, message);
    options.warn(message);
  };

  /** 0 for a damaged pointer, as for a missing one: neither can be verified. */
  const pointedRevision = (name: string): Promise<number> =>
    currentRevision(store, name).catch((error: unknown) => {
      if (isUntrusted(error)) return 0;
      throw error;
    });

  const verify = async (name: string): Promise<Shown | undefined> => {
    const before = shown.get(name);
    try {
      const environment = options.environment(name);
      const trust = await openTrust({ options: options.trust, store, environment, now: new Date(now()) });
      const state = await verifiedState(trust, name);
      if (!state) return undefined;
      await reportAge(
        name,
        state,
        trust.isOwn ? () => renewTimestamp(trust, name, state.statement) : undefined,
      );
      const { revision } = state.composition;
      const isSame = before?.revision === revision;
      const next = {
        revision,
        statement: state.statement,
        trust,
        checkedAt: now(),
        files: isSame ? before.files : new Map(),
      };
      shown.set(name, next);
      return next;
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (!before) throw error;
      warn(name, `${error.message}. ${name} keeps serving revision ${String(before.revision)}`);
      before.checkedAt = now();
      before.rejected = await pointedRevision(name);
      return before;
    }
  };

  /** Serving continues: a stopped job must not stop the app. Own stores renew their timestamp themselves. */
  const reportAge = async (name: string, state: VerifiedState, renew?: () => Promise<boolean>) => {
    const until = Math.min(Date.parse(state.freshUntil), Date.parse(state.expires));
    if (until > now()) warned.delete(name);
    else if (!(await renew?.()))
      warn(
        name,
        `The timestamp of ${name} expired at ${wholeSeconds(new Date(until).toISOString())}: it keeps being served, and deploys are rejected. Check the job that runs slipway trust renew`,
      );
  };

  const verifyOnce = (name: string) => {
    const started = running.get(name) ?? verify(name).finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };

  const current = async (name: string): Promise<Shown | undefined> => {
    const known = shown.get(name);
    if (!known) return verifyOnce(name);
    const isDue = now() - known.checkedAt > RECHECK;
    const pointed = await pointedRevision(name);
    if (pointed !== known.revision && (isDue || pointed !== known.rejected)) return verifyOnce(name);
    if (isDue) void verifyOnce(name).catch(() => undefined);
    return shown.get(name) ?? known;
  };

  const verified = async (key: string, { statement }: Shown): Promise<Buffer | undefined> => {
    const bytes = await store.get(key);
    if (!bytes) return undefined;
    const plain = await decompressed(key, bytes);
    verifyFile(statement, plain.key, plain.bytes);
    return bytes;
  };

  const releaseFile = releaseFiles(store);

  /** Undefined for a file that no signed release has, or that was altered: it is not served. */
  const publicFile = async (name: string, key: string): Promise<Buffer | undefined> => {
    const known = shown.get(name) ?? (await current(name));
    if (!known) return undefined;
    try {
      return await releaseFile(known.trust, key);
    } catch (error) {
      if (!isAppError(error)) throw error;
      warn(key, error.message);
      return undefined;
    }
  };

  /** Undefined for a file that was altered or that the statement does not list: it is not served. */
  const fileOf = (name: string, revision: number, key: string): Promise<Buffer | undefined> => {
    const known = shown.get(name);
    if (known?.revision !== revision || !key.startsWith(revisionBase(name, revision)))
      return Promise.resolve(undefined);
    const started =
      known.files.get(key) ??
      verified(key, known).catch((error: unknown) => {
        known.files.delete(key);
        options.warn(error instanceof Error ? error.message : String(error));
        return undefined;
      });
    known.files.set(key, started);
    return started;
  };

  return {
    ...store,
    async get(key) {
      const [, pointed] = pointerOf.exec(key) ?? [];
      if (pointed !== undefined) {
        const found = await current(pointed);
        return found && Buffer.from(JSON.stringify({ revision: found.revision }));
      }
      const [, owner] = publicKey.exec(key) ?? [];
      if (owner !== undefined) return publicFile(owner, key);
      const [, name, revision] = revisionFile.exec(key) ?? [];
      if (name === undefined) return store.get(key);
      if (shown.get(name)?.revision !== Number(revision)) await current(name);
      return fileOf(name, Number(revision), key);
    },
  };
}
