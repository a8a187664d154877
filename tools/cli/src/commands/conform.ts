/** `slipway conform <folder>`: whether a built slice keeps the contract, whatever tool built it. Needs no environment. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { table } from '../command-line/text';
import { type Conformance, conformanceOf } from '../conform/conformance';
import { areas, type Finding } from '../conform/finding';

/** Compressed kilobytes that a page may load from its slice. */
const DEFAULT_BUDGET = 150;

const lineOf = ({ area, text }: Finding) => `${area}: ${text}`;

function report({ release, findings, sizes }: Conformance): string {
  const of = (area: Finding['area']) => findings.filter((finding) => finding.area === area);
  const rows = areas.map((area) => [
    area,
    of(area).length === 0 ? 'passed' : `${String(of(area).length)} warnings`,
  ]);
  const asked = Object.entries(release.thirdParties ?? {}).flatMap(([kind, origins]) =>
    origins.map((origin) => `It asks for ${origin} (${kind}): each environment has to grant it`),
  );
  return [
    `${release.id} ${release.version} conforms`,
    table([
      ...rows,
      ...Object.entries(sizes).map(([key, size]) => [key, `${String(Math.ceil(size / 1000))} kB compressed`]),
    ]),
    ...findings.map((finding) => `Warning: ${lineOf(finding)}`),
    ...asked,
    ...(release.isolation
      ? ['It runs in a sandbox: each environment has to allow it, and to name an origin for its frame']
      : []),
  ].join('\n');
}

export default slipwayCommand({
  meta: { name: 'slipway conform', description: 'Check that a built slice keeps the contract' },
  args: {
    folder: { type: 'positional', required: true, description: 'The folder with release.json' },
    budget: {
      type: 'string',
      valueHint: 'kB',
      description: `Compressed kilobytes that a page may load from the slice; ${String(DEFAULT_BUDGET)} by default`,
    },
  },
  examples: ['slipway conform dist', 'slipway conform apps/billing/dist --budget 80 --json'],
  async run({ folder, budget = String(DEFAULT_BUDGET) }) {
    const kilobytes = Number(budget);
    if (!(kilobytes > 0)) throw new AppError('invalid_input', '--budget must be a number of kilobytes');
    const isBuilt = (path: string) => existsSync(join(path, 'release.json'));
    const dist = join(folder, 'dist');
    if (!isBuilt(folder) && isBuilt(dist))
      throw new AppError('not_found', `${folder} has no release.json: pass the folder of the build, ${dist}`);
    const conformance = await conformanceOf(folder, kilobytes * 1000);
    const failures = conformance.findings.filter(({ level }) => level === 'failure');
    if (failures.length > 0) throw new AppError('slice_incompatible', failures.map(lineOf).join('\n'));
    const { release, findings, sizes } = conformance;
    return {
      text: report(conformance),
      data: { id: release.id, version: release.version, findings, sizes },
    };
  },
});
