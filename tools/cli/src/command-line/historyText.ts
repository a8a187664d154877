/** Shows the state of an environment at a time, as text and as data. */
import type { RevisionAt } from '../composition/historyAt';
import { selectionOf } from '../composition/selection';
import type { StoredSettings } from '../composition/settings';
import type { Output } from './command';
import { rowName, shortVersion, table } from './text';

/** Each app with the share of visitors that got it. The canary of a slice follows its stable release. */
function partsOf({ composition, record }: RevisionAt) {
  const { stable, canaries } = selectionOf(composition);
  return [...stable].flatMap(([app, version]) => {
    const canary = canaries.get(app);
    return [
      {
        ...{ kind: 'stable' as const, app, version, percent: 100 - (canary?.percent ?? 0) },
        since: record.since.stable[app] ?? null,
      },
      ...(canary
        ? [{ kind: 'canary' as const, app, ...canary, since: record.since.canaries[app] ?? null }]
        : []),
    ];
  });
}

export function momentOutput(
  env: string,
  at: string,
  found: RevisionAt | undefined,
  settings: StoredSettings | undefined,
): Output {
  if (!found) return { text: `${env} ran nothing at ${at}`, data: null };
  const { composition, record, until } = found;
  const parts = partsOf(found);
  const rows = parts.map((part) => [
    `  ${rowName(part)}`,
    shortVersion(part.version),
    `${String(part.percent)}% of visitors`,
    part.since ? `since ${part.since.at}, ${part.since.author}` : '',
  ]);
  return {
    text: [
      `${env} ran revision ${String(composition.revision)} at ${at}`,
      `  from ${composition.createdAt} to ${until ?? 'now'}`,
      `  deployed by ${record.author}: ${record.reason}`,
      settings
        ? `  settings of revision ${String(settings.revision)}, ${settings.author}: ${settings.reason}\n  ${JSON.stringify(settings.settings)}`
        : '  settings: unknown, from before they were in the store',
      table(rows),
    ].join('\n'),
    data: {
      at,
      revision: composition.revision,
      from: composition.createdAt,
      until: until ?? null,
      ...record,
      parts,
      settings: settings ?? null,
    },
  };
}
