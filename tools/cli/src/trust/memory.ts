/**
 * Results of this machine, each under the hash of everything that it depends on: the bytes, the keys that may sign them,
 * the code. The file is in the machine's home folder, beside the newest state that it has seen: a client that can write to
 * a store cannot add to it, and bytes that are altered there have another hash (decision 084).
 */
import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { originalOf } from '../store/readOnce';
import type { Store } from '../store/store';

export interface Memory {
  /** The value that was remembered under these inputs. */
  recall(...inputs: readonly string[]): string | undefined;
  /** Remembers a value without spaces. */
  remember(value: string, ...inputs: readonly string[]): void;
  /** Writes what is new, for later commands. */
  save(): void;
}

/** The memory of a machine that remembers nothing. */
const none: Memory = { recall: () => undefined, remember: () => undefined, save: () => undefined };

declare const SLIPWAY_COMPILATION: string | undefined;

/**
 * The compilation that runs, each of which has another name (decision 080). Code that runs from its source can change under
 * the same name, so it remembers nothing for later processes.
 */
const compilation = typeof SLIPWAY_COMPILATION === 'undefined' ? undefined : SLIPWAY_COMPILATION;

const PREFIX = 'memory.';
/** A line that was interrupted, or another process interrupted, has another form. */
const line = /^([\w-]{43}) ([^\s]{1,1000})$/;
/** Entries: a deploy of one of a thousand slices needs about 6,000. */
const MOST = 50_000;

/** Each input with its length, so that no two lists of inputs have the same name. */
const nameOf = (inputs: readonly string[]) =>
  hash('sha256', inputs.map((input) => `${String(input.length)} ${input}`).join(' '), 'base64url');

function readEntries(file: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map(); // the first command of this compilation
  }
  const lines = text.split('\n');
  lines.pop();
  if (lines.length > MOST) {
    rmSync(file, { force: true });
    return new Map();
  }
  return new Map(
    lines.flatMap((one) => {
      const [, name, value] = line.exec(one) ?? [];
      return name !== undefined && value !== undefined ? [[name, value] as const] : [];
    }),
  );
}

/** The folder of a store's pins to its memory: commands that run in one process share it. */
const opened = new Map<string, Memory>();

/** The memory in `folder`, for code of `code`; without `code` it lasts as long as this process. */
export function openMemory(folder: string, code = compilation): Memory {
  const known = opened.get(`${folder} ${code ?? ''}`);
  if (known) return known;
  const file = code === undefined ? undefined : join(folder, PREFIX + code);
  const entries = file === undefined ? new Map<string, string>() : readEntries(file);
  let isNew = entries.size === 0;
  let added: string[] = [];
  const memory: Memory = {
    recall: (...inputs) => entries.get(nameOf(inputs)),
    remember(value, ...inputs) {
      const name = nameOf(inputs);
      if (entries.get(name) === value) return;
      if (entries.size >= MOST) entries.clear();
      entries.set(name, value);
      if (file !== undefined) added.push(`${name} ${value}\n`);
    },
    save() {
      if (file === undefined || added.length === 0) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (isNew) removeOthers(folder, PREFIX + (code ?? ''));
      appendFileSync(file, added.join(''), { mode: 0o600 });
      isNew = false;
      added = [];
    },
  };
  opened.set(`${folder} ${code ?? ''}`, memory);
  return memory;
}

/** Removes the memory of earlier compilations. */
function removeOthers(folder: string, own: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PREFIX) && name !== own) rmSync(join(folder, name), { force: true });
}

const memories = new WeakMap<Store, Memory>();

/** Uses `memory` for everything that is read from a store. Opening its trust does. */
export function useMemory(store: Store, memory: Memory): void {
  memories.set(originalOf(store), memory);
}

/** The memory of an opened store; one that remembers nothing before its trust was opened. */
export const memoryOf = (store: Store): Memory => memories.get(originalOf(store)) ?? none;
