/**
 * Reads records from before canaries had a type: their changes have `billing canary` with `1a2b3c4d5e6f7a8b 10%` among
 * the slices. Stores keep their history, so such records must stay readable.
 */
import * as v from 'valibot';
import type { Canary, Change } from './selection';

const SUFFIX = ' canary';
const version = v.nullable(v.string());

const olderSchema = v.object({
  previous: v.number(),
  author: v.string(),
  reason: v.string(),
  changes: v.array(v.object({ part: v.string(), from: version, to: version })),
  settings: v.array(v.string()),
  since: v.record(v.string(), v.object({ revision: v.number(), at: v.string(), author: v.string() })),
});

const isCanary = (part: string) => part.endsWith(SUFFIX);
const appOf = (part: string) => (isCanary(part) ? part.slice(0, -SUFFIX.length) : part);

function canaryOf(text: string | null): Canary | null {
  const [version = '', percent = ''] = text?.split(' ') ?? [];
  return text === null ? null : { version, percent: Number.parseInt(percent, 10) };
}

export const olderRecordSchema = v.pipe(
  olderSchema,
  v.transform(({ changes, since, ...rest }) => {
    const parts = Object.entries(since);
    const sinceOf = (isWanted: (part: string) => boolean) =>
      Object.fromEntries(parts.filter(([part]) => isWanted(part)).map(([part, at]) => [appOf(part), at]));
    return {
      schema: 2 as const,
      ...rest,
      changes: changes.map(({ part, from, to }): Change =>
        isCanary(part)
          ? { kind: 'canary', app: appOf(part), from: canaryOf(from), to: canaryOf(to) }
          : { kind: 'stable', app: part, from, to },
      ),
      since: { stable: sinceOf((part) => !isCanary(part)), canaries: sinceOf(isCanary) },
    };
  }),
);
