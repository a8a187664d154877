/** `slipway explain <slice>@<version> <file>:<line>:<column>`: shows the source line of a frame in a failure. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { isPath } from '../command-line/slices';
import { shortVersion } from '../command-line/text';
import { findIn } from '../command-line/verifyRebuild';
import { publishedRelease } from '../release/candidate';
import { type SourceLine, sourceLineOf } from '../release/sourceLines';
import { openTrust } from '../trust/open';
import { verifiedRelease } from '../trust/signedRelease';

function linesText({ lines, line, column }: SourceLine): string[] {
  const width = String(lines.at(-1)?.number ?? 0).length;
  return lines.flatMap(({ number, text }) => {
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
    // A tab stays a tab, so that the mark is below its column.
    const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
    return number === line ? [row, `  ${' '.repeat(width)} | ${indent}^`] : [row];
  });
}

export default slipwayCommand({
  meta: { name: 'slipway explain', description: 'Show the source line of a frame in a release' },
  args: {
    release: { type: 'positional', required: true, description: 'A release, such as billing@1a2b3c4d' },
    frame: {
      type: 'positional',
      required: true,
      description: 'A frame of a failure: <file>:<line>:<column>',
    },
    env: { type: 'string', valueHint: 'name', description: 'The environment whose store has the release' },
  },
  examples: ['slipway explain billing@1a2b3c4d src_routes_BillingPage_tsx.0123456789abcdef.js:1:4711'],
  async run({ release, frame, env }, terminal) {
    if (isPath(release) || !release.includes('@')) {
      throw new AppError('invalid_input', `${release}: pass a release, such as billing@1a2b3c4d`);
    }
    const { environment, store, id, version } = await findIn(terminal, release, env);
    const options = terminal.workspace().trust;
    const trust = await openTrust({ options, store, environment, isReadOnly: true });
    await verifiedRelease(trust, { id, version });
    const found = await sourceLineOf(await publishedRelease(store, id, version), frame);
    const place = `${found.file}:${String(found.line)}:${String(found.column)}`;
    const head = `${id} ${shortVersion(version)}, ${place}${found.name === null ? '' : `, ${found.name}`}`;
    return { text: [head, ...linesText(found)].join('\n'), data: { id, version, frame, ...found } };
  },
});
