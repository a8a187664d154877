/** Shows the state of an environment at a time, as text and as data. */
import type { RevisionAt } from '../composition/historyAt';
import { selectionOf } from '../composition/selection';
import type { StoredSettings } from '../composition/settings';
import { wholeSeconds } from '../trust/metadata';
import type { Authors } from '../trust/reading';
import type { Output } from './command';
import { rowName, shortVersion, table } from './text';

/** Each app with the share of visitors that got it. The canary of a slice follows its stable release. */
async function partsOf({ composition, record }: RevisionAt, authors: Authors) {
  const { stable, canaries } = selectionOf(composition);
  const parts = [...stable].flatMap(([app, version]) => {
    const canary = canaries.get(app);
    return [
      { kind: 'stable' as const, app, version, percent: 100 - (canary?.percent ?? 0) },
      ...(canary ? [{ kind: 'canary' as const, app, ...canary }] : []),
    ];
  });
  return Promise.all(
    parts.map(async (part) => {
      const since = record.since[part.kind === 'stable' ? 'stable' : 'canaries'][part.app];
      return { ...part, since: since ? await authors.since(part, since) : null };
    }),
  );
}

const withoutPolicy = ({ policy, ...record }: RevisionAt['record']) => ({
  ...record,
  isBreakGlass: policy?.isBreakGlass ?? false,
});

/** Authors come from signatures. */
export async function momentOutput(
  env: string,
  at: string,
  found: RevisionAt | undefined,
  settings: StoredSettings | undefined,
  authors: Authors,
): Promise<Output> {
  if (!found) return { text: `${env} ran nothing at ${wholeSeconds(at)}`, data: null };
  const { composition, record, until } = found;
  const [parts, unverified, author, approvers, settledBy] = await Promise.all([
    partsOf(found, authors),
    authors.failureOf(composition.revision),
    authors.of(composition.revision),
    record.policy ? authors.approversOf(composition.revision) : [],
    settings ? authors.of(settings.revision) : undefined,
  ]);
  const rows = parts.map((part) => [
    `  ${rowName(part)}`,
    shortVersion(part.version),
    `${String(part.percent)}% of visitors`,
    part.since ? `since ${wholeSeconds(part.since.at)}, ${part.since.author}` : '',
  ]);
  return {
    text: [
      `${env} ran revision ${String(composition.revision)} at ${wholeSeconds(at)}`,
      `  from ${wholeSeconds(composition.createdAt)} to ${until === undefined ? 'now' : wholeSeconds(until)}`,
      `  deployed by ${author}: ${record.reason}${record.policy?.isBreakGlass ? ' (break-glass)' : ''}`,
      ...(unverified === undefined ? [] : [`  not verified: ${unverified}`]),
      ...(approvers.length > 0 ? [`  approved by ${approvers.join(', ')}`] : []),
      settings
        ? `  settings of revision ${String(settings.revision)}, ${settledBy ?? ''}: ${settings.reason}\n  ${JSON.stringify(settings.settings)}`
        : '  settings: unknown, from before they were in the store',
      table(rows),
    ].join('\n'),
    data: {
      at,
      revision: composition.revision,
      from: composition.createdAt,
      until: until ?? null,
      ...withoutPolicy(record),
      author,
      approvers,
      ...(unverified !== undefined && { unverified }),
      parts,
      settings: settings ? { ...settings, author: settledBy } : null,
    },
  };
}
